import { isSame, type Json, omit, recordAt, recordsAt } from '../json.ts';
import { subdomainProblem } from '../metadata/dns-name.ts';
import { sorted } from '../sorted.ts';
import { type FieldError, fieldForbidden, fieldInvalid } from '../status/invalid.ts';
import { type Check, forbidden, items, members, optional, text } from '../validation/check.ts';
import { podSpecErrors } from '../validation/pod-spec.ts';
import type { Rule } from './immutable.ts';

/**
 * Checks the spec of a new or updated pod. An update may change images, reduce `activeDeadlineSeconds`, add tolerations
 * and remove scheduling gates (`ValidatePodUpdate`). In the kube-apiserver, the error message also contains a diff of
 * the Go structs. The message of this server does not contain a diff.
 */
export const podRules: Rule = (pod, existing) => {
  if (existing === undefined) return newPodErrors(pod);
  // `seed` validates a saved pod as an update: the same object is the new pod and the existing pod. The spec of the
  // saved pod was not validated before.
  if (existing === pod) return podSpecErrors(recordAt(pod, 'spec'), 'spec');
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

const none: Check = () => [];

const trimmedImages = items(
  members({
    image: text((given) =>
      given === given.trim() ? undefined : 'must not have leading or trailing whitespace',
    ),
  }),
);

/** Returns the errors in a new pod. Some rules apply to pods, but not to pod templates. */
function newPodErrors(pod: Json): readonly FieldError[] {
  const spec = recordAt(pod, 'spec');
  const { name } = recordAt(pod, 'metadata');
  const isGated = recordsAt(spec, 'schedulingGates').length > 0;
  return [
    ...podSpecErrors(spec, 'spec'),
    ...members({
      ephemeralContainers: optional(forbidden('cannot be set on create')),
      nodeName: isGated
        ? optional(forbidden('cannot be set until all schedulingGates have been cleared'))
        : none,
      containers: trimmedImages,
      initContainers: trimmedImages,
    })(spec, 'spec'),
    ...recordsAt(spec, 'volumes').flatMap((volume, at) =>
      volume['ephemeral'] === undefined
        ? []
        : claimNameErrors(String(name), volume, `spec.volumes[${at}].name`),
    ),
  ];
}

/**
 * Checks the claim name for an ephemeral volume of a pod. The claim name consists of the pod name and the volume name.
 */
function claimNameErrors(pod: string, { name }: Json, path: string): readonly FieldError[] {
  const claim = `${pod}-${String(name)}`;
  const problem = subdomainProblem(claim, 'characters');
  return problem === undefined ? [] : [fieldInvalid(path, name, `PVC name "${claim}": ${problem}`)];
}

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
  if (next < 1 || next > maxSeconds)
    return [fieldInvalid(field, next, `must be between 1 and ${maxSeconds}, inclusive`)];
  return next > old ? [fieldInvalid(field, next, 'must be less than or equal to previous value')] : [];
}

const maxSeconds = 2 ** 31 - 1;

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

/**
 * Returns the members of a pod spec that an update may not change. The node selector and the node affinity of a pod
 * with scheduling gates may change.
 */
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
