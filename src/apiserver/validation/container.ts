import { isRecord } from '../../objects/index.ts';
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
function mounts(volumeNames: ReadonlySet<string>): Check {
  return (value, path) => {
    const places = new Set<unknown>();
    return items((mount, at): readonly FieldError[] => {
      const { name, mountPath } = isRecord(mount) ? mount : {};
      const isTwice = places.has(mountPath ?? '');
      places.add(mountPath ?? '');
      return [
        ...members({ name: required(), mountPath: required() })(mount, at),
        ...(volumeNames.has(typeof name === 'string' ? name : '')
          ? []
          : [fieldNotFound(`${at}.name`, name ?? '')]),
        ...(isTwice ? [fieldInvalid(`${at}.mountPath`, mountPath, 'must be unique')] : []),
      ];
    })(value, path);
  };
}

const lifecycle = members({ postStart: present(handler), preStop: present(handler) });

/** A container that is looked at by its name and what runs in it. */
export function container(volumeNames: ReadonlySet<string>): Check {
  return members({
    name: required(dnsLabel),
    image: required(),
    terminationMessagePolicy: optional(oneOf('File', 'FallbackToLogsOnError')),
    ports,
    env: environment,
    envFrom: environmentSources,
    volumeMounts: mounts(volumeNames),
    imagePullPolicy: optional(oneOf('Always', 'IfNotPresent', 'Never')),
    livenessProbe: present(probe),
    readinessProbe: present(probe),
    startupProbe: present(probe),
    lifecycle: present(lifecycle),
    securityContext: present(members({ runAsUser: notNegative, runAsGroup: notNegative })),
  });
}
