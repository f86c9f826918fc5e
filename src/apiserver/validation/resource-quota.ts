import { isRecord } from '../../objects/index.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, every, members } from './check.ts';
import { amount, resourceName } from './resource-names.ts';

/**
 * The quota scopes for properties that a pod either has or lacks. So a scope expression with such a scope has no
 * values.
 */
const ofPods = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'CrossNamespacePodAffinity'];
const scopes = [...ofPods, 'PriorityClass', 'VolumeAttributesClass'];

const computed = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const claimed = ['persistentvolumeclaims', 'requests.storage'];

/**
 * Returns whether a quota scope can be combined with a resource. Any scope can be combined with an extended resource.
 */
function suits(scope: string, resource: string): boolean {
  if (resource.includes('/')) return true;
  if (scope === 'BestEffort') return resource === 'pods';
  if (scope === 'VolumeAttributesClass') return claimed.includes(resource);
  return !scopes.includes(scope) || resource === 'pods' || computed.includes(resource);
}

const hard: Check = (value, path) =>
  Object.entries(isRecord(value) ? value : {}).flatMap(([name, given]) => [
    ...resourceName(name, `${path}[${name}]`),
    ...amount(name)(given, `${path}[${name}]`),
  ]);

const isContrary = (given: readonly string[]): boolean =>
  [
    ['BestEffort', 'NotBestEffort'],
    ['Terminating', 'NotTerminating'],
  ].some((pair) => pair.every((one) => given.includes(one)));

/** Returns the quota scopes that cannot be combined with at least one of the resources. */
const unsuitedTo = (resources: readonly string[]): ReadonlySet<string> =>
  new Set(scopes.filter((scope) => resources.some((resource) => !suits(scope, resource))));

/**
 * Returns the errors in the scopes of a quota. Each error contains all scopes. Errors with the same reason are the same
 * JavaScript object. This saves memory, because a quota may contain thousands of invalid scopes.
 */
function scopeErrors(
  given: readonly string[],
  unsuited: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const unknown = fieldInvalid(path, given, 'unsupported scope');
  const misplaced = fieldInvalid(path, given, 'unsupported scope applied to resource');
  return [
    ...given.filter((one) => !scopes.includes(one)).map(() => unknown),
    ...given.filter((one) => unsuited.has(one)).map(() => misplaced),
    ...(isContrary(given) ? [fieldInvalid(path, given, 'conflicting scopes')] : []),
  ];
}

/** Checks a scope expression of a quota. As in the kube-apiserver, the paths in the errors have no index. */
function expressionErrors(
  value: unknown,
  unsuited: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const { scopeName = '', operator = '', values } = isRecord(value) ? value : {};
  const scope = String(scopeName);
  const count = Array.isArray(values) ? values.length : 0;
  const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
  return [
    ...(scopes.includes(scope) ? [] : [fieldInvalid(`${path}.scopeName`, scope, 'unsupported scope')]),
    ...(unsuited.has(scope) ? [fieldInvalid(path, scope, 'unsupported scope applied to resource')] : []),
    ...(ofPods.includes(scope) && operator !== 'Exists'
      ? [fieldInvalid(`${path}.operator`, operator, `must be 'Exists' when scope is ${scope}`)]
      : []),
    ...(operators.includes(String(operator))
      ? []
      : [fieldInvalid(`${path}.operator`, operator, 'not a valid selector operator')]),
    ...((operator === 'In' || operator === 'NotIn') && count === 0
      ? [fieldRequired(`${path}.values`, "must be at least one value when `operator` is 'In' or 'NotIn'")]
      : []),
    ...((operator === 'Exists' || operator === 'DoesNotExist') && count > 0
      ? [fieldInvalid(`${path}.values`, values, "must be no value when `operator` is 'Exist'")]
      : []),
  ];
}

/** Checks the spec of a ResourceQuota (`ValidateResourceQuotaSpec`). */
export const resourceQuotaSpec: Check = every(members({ hard }), (value, path) => {
  const spec = isRecord(value) ? value : {};
  const unsuited = unsuitedTo(Object.keys(isRecord(spec['hard']) ? spec['hard'] : {}));
  const named = Array.isArray(spec['scopes']) ? spec['scopes'].map(String) : [];
  const { matchExpressions } = isRecord(spec['scopeSelector']) ? spec['scopeSelector'] : {};
  const all = Array.isArray(matchExpressions) ? (matchExpressions as readonly unknown[]) : [];
  const at = `${path}.scopeSelector.matchExpressions`;
  const selected = all.map((one) => (isRecord(one) ? String(one['scopeName']) : ''));
  return [
    ...scopeErrors(named, unsuited, `${path}.scopes`),
    ...all.flatMap((one) => expressionErrors(one, unsuited, at)),
    ...(isContrary(selected) ? [fieldInvalid(at, selected, 'conflicting scopes')] : []),
  ];
});
