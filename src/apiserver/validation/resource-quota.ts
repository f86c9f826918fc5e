import { isRecord } from '../../objects/index.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type Check, every, members } from './check.ts';
import { amount, resourceName } from './resource-names.ts';

/** Scopes that pods have or have not. */
const ofPods = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'CrossNamespacePodAffinity'];
const scopes = [...ofPods, 'PriorityClass', 'VolumeAttributesClass'];

const computed = ['cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory'];
const claimed = ['persistentvolumeclaims', 'requests.storage'];

/** Whether a scope can narrow a resource; one that Kubernetes does not count itself may have any scope. */
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

function scopeErrors(
  given: readonly string[],
  resources: readonly string[],
  path: string,
): readonly FieldError[] {
  const whys = [
    ...given.filter((one) => !scopes.includes(one)).map(() => 'unsupported scope'),
    ...given
      .filter((one) => resources.some((resource) => !suits(one, resource)))
      .map(() => 'unsupported scope applied to resource'),
    ...(isContrary(given) ? ['conflicting scopes'] : []),
  ];
  return whys.map((why) => fieldInvalid(path, given, why));
}

/** The real server names the parts of an expression without its index. */
function expressionErrors(value: unknown, resources: readonly string[], path: string): readonly FieldError[] {
  const { scopeName = '', operator = '', values } = isRecord(value) ? value : {};
  const scope = String(scopeName);
  const count = Array.isArray(values) ? values.length : 0;
  const operators = ['In', 'NotIn', 'Exists', 'DoesNotExist'];
  return [
    ...(scopes.includes(scope) ? [] : [fieldInvalid(`${path}.scopeName`, scope, 'unsupported scope')]),
    ...(resources.every((resource) => suits(scope, resource))
      ? []
      : [fieldInvalid(path, scope, 'unsupported scope applied to resource')]),
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

/** The spec of a quota (`ValidateResourceQuotaSpec`). */
export const resourceQuotaSpec: Check = every(members({ hard }), (value, path) => {
  const spec = isRecord(value) ? value : {};
  const resources = Object.keys(isRecord(spec['hard']) ? spec['hard'] : {});
  const named = Array.isArray(spec['scopes']) ? spec['scopes'].map(String) : [];
  const { matchExpressions } = isRecord(spec['scopeSelector']) ? spec['scopeSelector'] : {};
  const all = Array.isArray(matchExpressions) ? (matchExpressions as readonly unknown[]) : [];
  const at = `${path}.scopeSelector.matchExpressions`;
  const selected = all.map((one) => (isRecord(one) ? String(one['scopeName']) : ''));
  return [
    ...scopeErrors(named, resources, `${path}.scopes`),
    ...all.flatMap((one) => expressionErrors(one, resources, at)),
    ...(isContrary(selected) ? [fieldInvalid(at, selected, 'conflicting scopes')] : []),
  ];
});
