import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../json.ts';
import { type FieldError, fieldInvalid, fieldNotFound } from '../status/invalid.ts';
import {
  type Check,
  distinct,
  every,
  forbidden,
  items,
  members,
  oneOf,
  optional,
  portNumber,
  present,
  required,
} from './check.ts';
import { environment, environmentSources } from './environment.ts';
import { dnsLabel, portName } from './names.ts';
import { devices, mounts } from './mounts.ts';
import { handler, probe, singleSuccess } from './probe.ts';
import { containerResources } from './resource-names.ts';
import { containerSecurityContext } from './security-context.ts';

const ports: Check = every(
  items(
    members({
      name: optional(portName),
      containerPort: required(portNumber),
      hostPort: optional(portNumber),
      protocol: oneOf('SCTP', 'TCP', 'UDP'),
    }),
  ),
  distinct('name'),
);

/**
 * Returns the check for environment variables whose values come from files (`fileKeyRef`). Each file must be in an
 * `emptyDir` volume of the pod.
 */
function files(pod: Json): Check {
  const volumes = new Map(recordsAt(pod, 'volumes').map((volume) => [volume['name'], volume]));
  return items((variable, path): readonly FieldError[] => {
    const file = recordAt(isRecord(variable) ? variable : {}, 'valueFrom')['fileKeyRef'];
    if (!isRecord(file)) return [];
    const name = typeof file['volumeName'] === 'string' ? file['volumeName'] : '';
    const at = `${path}.valueFrom.fileKeyRef.volumeName`;
    const volume = volumes.get(name);
    if (volume === undefined) return [fieldNotFound(at, name)];
    return isRecord(volume['emptyDir']) ? [] : [fieldInvalid(at, name, 'must be a volume of type emptyDir')];
  });
}

/**
 * Checks the resize policies of a container. As in the kube-apiserver, the path in the error for a policy has no index.
 */
const resizePolicy: Check = (value, path) => [
  ...(Array.isArray(value) ? value.filter(isRecord) : []).flatMap((one) => [
    ...required(oneOf('cpu', 'memory'))(one['resourceName'], path),
    ...required(oneOf('NotRequired', 'RestartContainer'))(one['restartPolicy'], path),
  ]),
];

const onlySidecar = forbidden('may not be set for init containers without restartPolicy=Always');

const ordinary = members({
  lifecycle: onlySidecar,
  livenessProbe: onlySidecar,
  readinessProbe: onlySidecar,
  startupProbe: onlySidecar,
});

/**
 * Rejects probes and lifecycle handlers in an ordinary init container, because an ordinary init container ends before
 * the other containers start. An init container with the restart policy `Always` (a sidecar) keeps running, so a
 * sidecar may have probes and lifecycle handlers.
 */
export const initContainer: Check = (value, path) =>
  isRecord(value) && value['restartPolicy'] === 'Always' ? [] : ordinary(value, path);

const lifecycle = members({ postStart: present(handler), preStop: present(handler) });

/**
 * Returns the check for a container of a pod.
 *
 * @param volumes - the volumes that the container can mount, by name
 */
export const container = (volumes: ReadonlyMap<string, Json>, pod: Json): Check => {
  const variables = every(environment, files(pod));
  return (value, path) => checksOf(volumes, variables, isRecord(value) ? value : {})(value, path);
};

const checksOf = (volumes: ReadonlyMap<string, Json>, variables: Check, given: Json): Check =>
  members({
    name: required(dnsLabel),
    image: required(),
    terminationMessagePolicy: optional(oneOf('File', 'FallbackToLogsOnError')),
    ports,
    env: variables,
    envFrom: environmentSources,
    resources: containerResources,
    resizePolicy,
    volumeMounts: mounts(volumes, given),
    volumeDevices: devices(volumes, given),
    imagePullPolicy: optional(oneOf('Always', 'IfNotPresent', 'Never')),
    livenessProbe: present(singleSuccess),
    readinessProbe: present(probe),
    startupProbe: present(singleSuccess),
    lifecycle: present(lifecycle),
    securityContext: present(containerSecurityContext),
    restartPolicy: present(oneOf('Always', 'Never', 'OnFailure')),
  });
