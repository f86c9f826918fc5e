import { isRecord } from '../../objects/index.ts';
import { type Json, recordAt, recordsAt } from '../json.ts';
import { fieldDuplicate, fieldInvalid, fieldRequired, fieldTooLong } from '../status/invalid.ts';
import { atMost, type Check, every, items, members, notNegative, oneOf, present, required } from './check.ts';
import { labelKey } from './names.ts';

const exitCodes = (containers: ReadonlySet<unknown>): Check =>
  every(
    members({
      operator: required(oneOf('In', 'NotIn')),
      containerName: present((value, path) =>
        containers.has(value)
          ? []
          : [
              fieldInvalid(
                path,
                value,
                'must be one of the container or initContainer names in the pod template',
              ),
            ],
      ),
    }),
    (value, path) => {
      const { operator, values } = isRecord(value) ? value : {};
      const given = Array.isArray(values) ? values.map(Number) : [];
      const at = `${path}.values`;
      if (given.length === 0) return [fieldInvalid(at, given, 'at least one value is required')];
      return atMost(255, () => [
        ...given.flatMap((code, index) => [
          ...(operator === 'In' && code === 0
            ? [fieldInvalid(`${at}[${index}]`, code, 'must not be 0 for the In operator')]
            : []),
          ...(given.indexOf(code) < index ? [fieldDuplicate(`${at}[${index}]`, code)] : []),
        ]),
        ...(given.every((code, index) => index === 0 || (given[index - 1] ?? code) <= code)
          ? []
          : [fieldInvalid(at, given, 'must be ordered')]),
      ])(given, at);
    },
  );

const conditions = atMost(
  20,
  items(members({ type: labelKey, status: required(oneOf('False', 'True', 'Unknown')) })),
);

/** Returns the check for `podFailurePolicy` of a job (`validatePodFailurePolicy`). */
export function podFailurePolicy(spec: Json): Check {
  const pod = recordAt(recordAt(spec, 'template'), 'spec');
  const containers = [...recordsAt(pod, 'containers'), ...recordsAt(pod, 'initContainers')];
  const names = new Set(containers.map(({ name }) => name));
  const action: Check = (value, path) =>
    value === 'FailIndex' && spec['backoffLimitPerIndex'] === undefined
      ? [fieldInvalid(path, value, 'requires the backoffLimitPerIndex to be set')]
      : required(oneOf('Count', 'FailIndex', 'FailJob', 'Ignore'))(value, path);
  const rule: Check = every(
    members({ action, onExitCodes: present(exitCodes(names)), onPodConditions: conditions }),
    (value, path) => {
      const one = isRecord(value) ? value : {};
      const given = [isRecord(one['onExitCodes']), recordsAt(one, 'onPodConditions').length > 0];
      if (given.every(Boolean))
        return [
          fieldInvalid(path, value, 'specifying both OnExitCodes and OnPodConditions is not supported'),
        ];
      return given.some(Boolean)
        ? []
        : [fieldInvalid(path, value, 'specifying one of OnExitCodes and OnPodConditions is required')];
    },
  );
  return members({ rules: atMost(20, items(rule)) });
}

/**
 * Returns the check for `successPolicy` of an indexed job (`validateSuccessPolicy`). With a success policy, a job can
 * succeed before all its pods have succeeded.
 */
export function successPolicy(completions: number): Check {
  const rule: Check = (value, path) => {
    const { succeededCount, succeededIndexes } = isRecord(value) ? value : {};
    if (succeededCount === undefined && succeededIndexes === undefined)
      return [fieldRequired(path, 'at least one of succeededCount or succeededIndexes must be specified')];
    const indexes = typeof succeededIndexes === 'string' ? countOf(succeededIndexes, completions) : undefined;
    const most = Math.min(completions, succeededIndexes === undefined ? completions : (indexes ?? 0));
    const at = `${path}.succeededIndexes`;
    return [
      ...(typeof succeededIndexes === 'string' && succeededIndexes.length > longest
        ? [fieldTooLong(at, longest)]
        : []),
      ...(typeof succeededIndexes === 'string' && indexes === undefined
        ? [fieldInvalid(at, succeededIndexes, 'error parsing succeededIndexes')]
        : []),
      ...notNegative(succeededCount, `${path}.succeededCount`),
      ...(typeof succeededCount === 'number' && succeededCount > most
        ? [fieldInvalid(`${path}.succeededCount`, succeededCount, `must be less than or equal to ${most}`)]
        : []),
    ];
  };
  return members({
    rules: required(
      atMost(20, items(rule)),
      'at least one rules must be specified when the successPolicy is specified',
    ),
  });
}

const longest = 64 * 1024;

/**
 * Returns how many indexes a text such as `1,3-5` contains. Returns `undefined` for a malformed text, for indexes that
 * do not ascend, and for an index of `completions` or more.
 */
function countOf(indexes: string, completions: number): number | undefined {
  if (indexes === '') return 0;
  let [count, last] = [0, -1];
  for (const part of indexes.split(',')) {
    const [, from, to] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? [];
    if (from === undefined) return undefined;
    const [low, high] = [Number(from), Number(to ?? from)];
    if (low <= last || (to !== undefined && high <= low) || high >= completions) return undefined;
    [count, last] = [count + high - low + 1, high];
  }
  return count;
}
