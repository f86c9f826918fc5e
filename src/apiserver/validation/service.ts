import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt } from '../json.ts';
import { labelErrors } from '../metadata/metadata-errors.ts';
import { isEmptyAt } from '../registry/defaults/type-defaults.ts';
import type { Rule } from '../resources/immutable.ts';
import { type FieldError, fieldDuplicate, fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { ipAddress } from './addresses.ts';
import {
  type Check,
  distinct,
  every,
  items,
  members,
  oneOf,
  optional,
  portNumber,
  present,
  required,
} from './check.ts';
import { dnsLabel, dnsSubdomain, labelKey, portNumberOrName } from './names.ts';
import { exposure } from './service-exposure.ts';

/** Returns the errors in a service. An address outside the service address range of the cluster is not an error. */
export const serviceErrors: Rule = (service) => {
  const spec = recordAt(service, 'spec');
  const isExternalName = spec['type'] === 'ExternalName';
  const isHeadless = spec['clusterIP'] === 'None';
  const address = isHeadless ? [] : optional(ipAddress)(spec['clusterIP'], 'spec.clusterIPs[0]');
  // If the address is invalid, no other errors are returned, because the kube-apiserver allocates addresses before it
  // checks the other fields.
  if (address.length > 0) return address;
  return [
    ...(isExternalName || isHeadless ? [] : required()(spec['ports'], 'spec.ports')),
    ...(isExternalName ? aliasErrors(spec) : []),
    ...(isHeadless ? headlessErrors(spec['type']) : []),
    ...members({
      ports: ports(Array.isArray(spec['ports']) && spec['ports'].length > 1),
      selector: labelErrors,
      sessionAffinity: optional(oneOf('ClientIP', 'None')),
      type: optional(oneOf('ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort')),
      externalName: isExternalName ? canonicalName : () => [],
      internalTrafficPolicy: present(oneOf('Cluster', 'Local')),
    })(spec, 'spec'),
    ...exposure(spec, 'spec'),
  ];
};

/**
 * Returns errors for the fields that a service of type `ExternalName` may not have, because such a service has no
 * address. As in the kube-apiserver, `clusterIP` counts as the first item of `clusterIPs`.
 */
const aliasErrors = (spec: Json): readonly FieldError[] =>
  [
    ...(isEmptyAt(spec, 'clusterIP') && isEmptyAt(spec, 'clusterIPs') ? [] : ['clusterIPs']),
    ...['ipFamilies', 'ipFamilyPolicy'].filter((name) => !isEmptyAt(spec, name)),
  ].map((name) => fieldForbidden(`spec.${name}`, 'may not be set for ExternalName services'));

const headlessErrors = (type: unknown): readonly FieldError[] =>
  type === 'NodePort' || type === 'LoadBalancer'
    ? [fieldInvalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${type} services`)]
    : [];

/** Checks the external name of a service. A dot at the end is allowed, because it marks a fully qualified DNS name. */
const canonicalName: Check = (value, path) => {
  const name = typeof value === 'string' ? value.replace(/\.$/, '') : value;
  return required(dnsSubdomain)(name, path);
};

/** Returns the check for the ports of a service. If there are several ports, each port must have a different name. */
function ports(haveNames: boolean): Check {
  const port = members({
    name: haveNames ? required(dnsLabel) : optional(dnsLabel),
    port: (value, path) => portNumber(value ?? 0, path),
    protocol: oneOf('SCTP', 'TCP', 'UDP'),
    targetPort: portNumberOrName,
    appProtocol: present(labelKey),
  });
  return every(items(port), distinct('name'), differentPorts);
}

/** Rejects two ports of a service with the same number and protocol. */
const differentPorts: Check = (value, path) => {
  const seen = new Set<string>();
  return items((one, at): readonly FieldError[] => {
    const { port, protocol } = isRecord(one) ? one : {};
    if (port === undefined) return [];
    const way = JSON.stringify([protocol, port]);
    if (seen.has(way)) return [fieldDuplicate(at, shown(protocol, port))];
    seen.add(way);
    return [];
  })(value, path);
};

/**
 * Returns a service port as the kube-apiserver prints it in an error: as a Go struct in which only `protocol` and
 * `port` are set.
 */
const shown = (protocol: unknown, port: unknown): object => ({
  Name: '',
  Protocol: protocol,
  AppProtocol: null,
  Port: port,
  TargetPort: 0,
  NodePort: 0,
});
