import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt } from '../json.ts';
import { type FieldError, fieldInvalid, fieldNotFound } from '../status/invalid.ts';
import {
  type Check,
  distinct,
  every,
  items,
  members,
  notNegative,
  oneOf,
  optional,
  portNumber,
  present,
  required,
} from './check.ts';
import { environment, environmentSources } from './environment.ts';
import { dnsLabel, portName } from './names.ts';
import { handler, probe } from './probe.ts';
import { containerResources } from './resource-names.ts';

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

/** Mounts of volumes that the pod has, each at a place of its own. */
function mounts(volumes: ReadonlyMap<string, Json>): Check {
  return (value, path) => {
    const places = new Set<unknown>();
    return items((mount, at): readonly FieldError[] => {
      const { name, mountPath } = isRecord(mount) ? mount : {};
      const isTwice = places.has(mountPath ?? '');
      places.add(mountPath ?? '');
      return [
        ...members({ name: required(), mountPath: required() })(mount, at),
        ...(volumes.has(typeof name === 'string' ? name : '')
          ? []
          : [fieldNotFound(`${at}.name`, name ?? '')]),
        ...(isTwice ? [fieldInvalid(`${at}.mountPath`, mountPath, 'must be unique')] : []),
      ];
    })(value, path);
  };
}

/** Variables from files, which must be in a volume of the pod's own. */
function files(volumes: ReadonlyMap<string, Json>): Check {
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

const lifecycle = members({ postStart: present(handler), preStop: present(handler) });

/** A container of a pod that has these volumes, by name. */
export function container(volumes: ReadonlyMap<string, Json>): Check {
  return members({
    name: required(dnsLabel),
    image: required(),
    terminationMessagePolicy: optional(oneOf('File', 'FallbackToLogsOnError')),
    ports,
    env: every(environment, files(volumes)),
    envFrom: environmentSources,
    resources: containerResources,
    volumeMounts: mounts(volumes),
    imagePullPolicy: optional(oneOf('Always', 'IfNotPresent', 'Never')),
    livenessProbe: present(probe),
    readinessProbe: present(probe),
    startupProbe: present(probe),
    lifecycle: present(lifecycle),
    securityContext: present(members({ runAsUser: notNegative, runAsGroup: notNegative })),
  });
}
