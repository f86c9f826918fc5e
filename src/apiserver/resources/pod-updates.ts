import { isSame, type Json, omit, recordAt, recordsAt } from '../json.ts';
import { sorted } from '../sorted.ts';
import { type FieldError, fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { podSpecErrors } from '../validation/pod-spec.ts';
import type { Rule } from './immutable.ts';

/**
 * What may change of a pod's spec (`ValidatePodUpdate`): images, an earlier deadline, more tolerations, fewer gates. The
 * real server goes on to show the difference as types of its own in Go.
 */
export const podUpdates: Rule = (pod, existing) => {
  if (existing === undefined) return podSpecErrors(recordAt(pod, 'spec'), 'spec');
  const [spec, old] = [recordAt(pod, 'spec'), recordAt(existing, 'spec')];
  if (isSame(spec, old)) return [];
  for (const list of ['containers', 'initContainers']) {
    if (recordsAt(spec, list).length !== recordsAt(old, list).length)
      return [fieldForbidden(`spec.${list}`, 'pod updates may not add or remove containers')];
  }
  const errors = [
    ...imageErrors(spec, 'containers'),
    ...imageErrors(spec, 'initContainers'),
    ...deadlineErrors(spec['activeDeadlineSeconds'], old['activeDeadlineSeconds']),
  ];
  return [
    ...errors,
    ...tolerationErrors(recordsAt(spec, 'tolerations'), recordsAt(old, 'tolerations')),
    ...gateErrors(recordsAt(spec, 'schedulingGates'), recordsAt(old, 'schedulingGates')),
    ...(isSame(fixed(spec, old), fixed(old, old)) ? [] : [fieldForbidden('spec', otherFields)]),
  ];
};

const otherFields =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

function imageErrors(spec: Json, list: string): readonly FieldError[] {
  return recordsAt(spec, list).flatMap(({ image }, at) =>
    image === undefined || image === ''
      ? [{ reason: 'FieldValueRequired', field: `spec.${list}[${at}].image`, message: 'Required value' }]
      : [],
  );
}

function deadlineErrors(next: unknown, old: unknown): readonly FieldError[] {
  const field = 'spec.activeDeadlineSeconds';
  if (typeof old !== 'number') return [];
  if (typeof next !== 'number')
    return [fieldInvalid(field, null, 'must not update from a positive integer to nil value')];
  if (next < 1 || next > mostSeconds)
    return [fieldInvalid(field, next, `must be between 1 and ${mostSeconds}, inclusive`)];
  return next > old ? [fieldInvalid(field, next, 'must be less than or equal to previous value')] : [];
}

const mostSeconds = 2 ** 31 - 1;

function tolerationErrors(next: readonly Json[], old: readonly Json[]): readonly FieldError[] {
  const textOf = (one: Json): string => JSON.stringify(sorted(omit(one, 'tolerationSeconds')));
  const kept = new Set(next.map(textOf));
  if (old.every((one) => kept.has(textOf(one)))) return [];
  return [
    fieldForbidden(
      'spec.tolerations',
      'existing toleration can not be modified except its tolerationSeconds',
    ),
  ];
}

function gateErrors(next: readonly Json[], old: readonly Json[]): readonly FieldError[] {
  const known = new Set(old.map(({ name }) => name));
  return next.flatMap(({ name }, at) =>
    known.has(name)
      ? []
      : [
          fieldForbidden(
            `spec.schedulingGates[${at}].name`,
            `only deletion is allowed, but found new scheduling gate '${String(name)}'`,
          ),
        ],
  );
}

/** What has to stay: node selectors and the affinity to nodes of a pod that waits at a gate need not. */
function fixed(spec: Json, old: Json): Json {
  const isGated = recordsAt(old, 'schedulingGates').length > 0;
  const grace = spec['terminationGracePeriodSeconds'];
  const isMended = Number(old['terminationGracePeriodSeconds']) < 0 && grace === 1;
  const withoutImages = (list: string): readonly Json[] =>
    recordsAt(spec, list).map((one) => omit(one, 'image'));
  const affinity = omit(recordAt(spec, 'affinity'), ...(isGated ? ['nodeAffinity'] : []));
  return {
    ...omit(spec, 'activeDeadlineSeconds', 'tolerations', 'schedulingGates'),
    containers: withoutImages('containers'),
    initContainers: withoutImages('initContainers'),
    ephemeralContainers: [],
    affinity,
    ...(isGated ? { nodeSelector: {} } : {}),
    ...(isMended ? { terminationGracePeriodSeconds: old['terminationGracePeriodSeconds'] } : {}),
  };
}
