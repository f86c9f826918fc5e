import { isRecord } from '../../objects/index.ts';
import { labelErrors } from '../metadata/metadata-errors.ts';
import { type FieldError, fieldDuplicate } from '../status/invalid.ts';
import { ipAddress } from './addresses.ts';
import {
  type Check,
  different,
  distinct,
  every,
  items,
  members,
  number,
  oneOf,
  optional,
  present,
  required,
} from './check.ts';
import { container, initContainer } from './container.ts';
import { hostPortErrors } from './host-ports.ts';
import { dnsLabel, dnsSubdomain, labelKey } from './names.ts';
import { machine } from './machine.ts';
import { podDns } from './pod-dns.ts';
import { affinity, tolerations, topologySpread } from './scheduling.ts';
import { podSecurityContext } from './security-context.ts';
import { mountableVolumes, volumes } from './volumes.ts';

/**
 * Returns the errors in the spec of a pod or of a pod template. Checks only rules that users are likely to violate. The
 * rules cannot be generated, because the kube-apiserver contains the rules only as Go code.
 */
export const podSpecErrors: Check = (value, path) => {
  const spec = isRecord(value) ? value : {};
  return [
    ...volumes(spec['volumes'], `${path}.volumes`),
    ...containersErrors(spec, path),
    ...rest(spec, path),
  ];
};

function containersErrors(spec: Readonly<Record<string, unknown>>, path: string): readonly FieldError[] {
  const one = container(mountableVolumes(spec['volumes']), spec);
  const many = every(items(one), distinct('name'));
  const regular = new Set(namesIn(spec['containers']));
  return [
    ...required(many)(spec['containers'], `${path}.containers`),
    ...every(many, items(initContainer))(spec['initContainers'], `${path}.initContainers`),
    ...namesIn(spec['initContainers']).flatMap((name, at) =>
      regular.has(name) ? [fieldDuplicate(`${path}.initContainers[${at}].name`, name)] : [],
    ),
    ...hostPortErrors(spec, path),
    ...podDns(spec, path),
    ...machine(spec, path),
  ];
}

/**
 * Checks the scheduling gates of a pod. As in the kube-apiserver, the path in an error ends at the gate and does not
 * contain `name`.
 */
const gates: Check = (value, path) => {
  const names = (Array.isArray(value) ? value : []).map((one: unknown) => (isRecord(one) ? one['name'] : ''));
  return every(items(labelKey), different)(names, path);
};

const rest: Check = members({
  restartPolicy: optional(oneOf('Always', 'OnFailure', 'Never')),
  dnsPolicy: optional(oneOf('ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None')),
  nodeSelector: labelErrors,
  securityContext: podSecurityContext,
  schedulingGates: gates,
  readinessGates: items(members({ conditionType: labelKey })),
  affinity: present(affinity),
  topologySpreadConstraints: topologySpread,
  serviceAccountName: optional(dnsSubdomain),
  nodeName: optional(dnsSubdomain),
  activeDeadlineSeconds: present(
    number((given) => given >= 1 && given <= 2_147_483_647, 'must be between 1 and 2147483647, inclusive'),
  ),
  hostname: optional(dnsLabel),
  subdomain: optional(dnsLabel),
  tolerations,
  hostAliases: items(members({ ip: ipAddress, hostnames: items(dnsSubdomain) })),
  priorityClassName: optional(dnsSubdomain),
});

function namesIn(value: unknown): readonly string[] {
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [];
  return all.flatMap((one) => (isRecord(one) && typeof one['name'] === 'string' ? [one['name']] : []));
}
