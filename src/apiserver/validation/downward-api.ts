import { isRecord } from '../../objects/index.ts';
import { billionthsOf } from '../schema/quantity.ts';
import { fieldInvalid, fieldNotSupported, fieldRequired } from '../status/invalid.ts';
import { type Check, every, members, required } from './check.ts';

/** The fields of a pod that the downward API can put into an environment variable. */
const ofEnvironment: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];

/** The fields of a pod that the downward API can put into a file. */
const ofFiles: readonly string[] = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
];

/**
 * Fields of a pod that the downward API does not support. The kube-apiserver knows these fields, so the error for these
 * fields differs from the error for an unknown field.
 */
const otherFields: readonly string[] = [
  'spec.restartPolicy',
  'spec.schedulerName',
  'spec.hostNetwork',
  'status.phase',
  'status.nominatedNodeName',
];

function fieldPath(allowed: readonly string[]): Check {
  return (value, path) => {
    const given = String(value);
    if (allowed.includes(given) || /^metadata\.(labels|annotations)\['.+'\]$/.test(given)) return [];
    return [...ofEnvironment, ...ofFiles, ...otherFields].includes(given)
      ? [fieldNotSupported(path, given, allowed)]
      : [fieldInvalid(path, given, `error converting fieldPath: field label not supported: ${given}`)];
  };
}

const resources = ['cpu', 'ephemeral-storage', 'memory']
  .flatMap((name) => [`limits.${name}`, `requests.${name}`])
  .sort();

const resource: Check = (value, path) => {
  const given = String(value);
  return resources.includes(given) || /^(limits|requests)\.hugepages-/.test(given)
    ? []
    : [fieldNotSupported(path, given, resources)];
};

const units = ['', 'k', 'M', 'G', 'T', 'P', 'E', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'].map(
  (suffix) => `1${suffix}`,
);

/**
 * Checks the divisor of a container resource in the downward API. For CPU, the divisor must be `1` or `1m`. For any
 * other resource, the divisor must be a unit such as `1`, `1k` or `1Mi`.
 */
const divisor: Check = (value, path) => {
  const { resource: name, divisor: given = '0' } = isRecord(value) ? value : {};
  if (billionthsOf(given) === 0n || resource(name, path).length > 0) return [];
  const allowed = String(name).endsWith('.cpu') ? ['1', '1m'] : units;
  return allowed.some((unit) => billionthsOf(unit) === billionthsOf(given))
    ? []
    : [fieldInvalid(`${path}.divisor`, name, `only divisor's values ${allowed.join(', ')} are supported`)];
};

/** Checks a `fieldRef` of an environment variable. A `fieldRef` refers to a field of the pod. */
export const podFieldInEnvironment: Check = members({ fieldPath: required(fieldPath(ofEnvironment)) });

/** Checks a `fieldRef` of a file. A `fieldRef` refers to a field of the pod. */
export const podFieldInFile: Check = members({ fieldPath: required(fieldPath(ofFiles)) });

/**
 * Checks a `resourceFieldRef` of an environment variable. A `resourceFieldRef` refers to a request or a limit of the
 * container.
 */
export const ownResource: Check = every(members({ resource: required(resource) }), divisor);

/**
 * Checks a `resourceFieldRef` of a file. A `resourceFieldRef` refers to a request or a limit of a container. The
 * reference must contain the name of the container.
 */
export const containerResource: Check = (value, path) => [
  ...members({ containerName: required() })(value, path),
  ...ownResource(value, path),
];

/**
 * Checks that a downward API file has exactly one source. As in the kube-apiserver, the path in the error has no index.
 */
export const oneSource: Check = (value, path) => {
  const { fieldRef, resourceFieldRef } = isRecord(value) ? value : {};
  if (isRecord(fieldRef))
    return isRecord(resourceFieldRef)
      ? [fieldInvalid(path, 'resource', 'fieldRef and resourceFieldRef can not be specified simultaneously')]
      : [];
  return isRecord(resourceFieldRef)
    ? []
    : [fieldRequired(path, 'one of fieldRef and resourceFieldRef is required')];
};
