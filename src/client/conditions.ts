import { asyncScheduler } from 'rxjs';
import { anObject, checkArgument, isNonEmptyString, type KubeObject, type Rule } from '../objects/index.ts';

/** A `metav1.Condition` in the status of an object. */
export interface Condition {
  /** The type in CamelCase, unique in the status of the object. */
  readonly type: string;
  /** `Unknown` if the controller cannot determine the condition. */
  readonly status: 'True' | 'False' | 'Unknown';
  /** The reason of the last transition in CamelCase. */
  readonly reason: string;
  /** A description for a person. Default `''`. */
  readonly message?: string;
  /** The `metadata.generation` that the condition describes. */
  readonly observedGeneration?: number;
  /** The time of the last change of `status`, RFC 3339. */
  readonly lastTransitionTime?: string;
}

/**
 * Returns the conditions with the given condition added or replaced, as apimachinery's `meta.SetStatusCondition` does:
 * `lastTransitionTime` changes only if `status` changes. Returns the same array if nothing differs. The function can be called in the
 * recipe of an edit.
 *
 * @param now - the time of a transition; default: the time of the RxJS clock, so that it is virtual in a marble test
 * @throws OptionsError for a condition without a type, a valid status or a reason
 *
 * @example
 * ```ts
 * const conditions = setCondition(website.status?.conditions, {
 *   type: 'Ready',
 *   status: 'True',
 *   reason: 'AllAvailable',
 *   observedGeneration: website.metadata.generation ?? 0,
 * });
 * ```
 */
export function setCondition(
  conditions: readonly Condition[] | undefined,
  condition: Condition,
  now: Date = new Date(asyncScheduler.now()),
): Condition[] {
  checkArgument('setCondition: condition', condition, aCondition);
  const all = conditions ?? [];
  const old = all.find(({ type }) => type === condition.type);
  const isTransition = old?.status !== condition.status;
  const time = condition.lastTransitionTime ?? timestamp(now);
  const { observedGeneration } = condition;
  const next: Condition = {
    type: condition.type,
    status: condition.status,
    ...(observedGeneration !== undefined && { observedGeneration }),
    lastTransitionTime: isTransition ? time : (old.lastTransitionTime ?? time),
    reason: condition.reason,
    message: condition.message ?? '',
  };
  if (old === undefined) return [...all, next];
  if (isSame(old, next)) return all as Condition[];
  return all.map((one) => (one === old ? next : one));
}

/**
 * Whether the object has the condition with status `True` (apimachinery's `meta.IsStatusConditionTrue`).
 *
 * @example
 * ```ts
 * isConditionTrue(deployment, 'Available');
 * ```
 */
export function isConditionTrue(object: KubeObject | undefined, type: string): boolean {
  const { status } = (object ?? {}) as { readonly status?: { readonly conditions?: unknown } | null };
  const conditions = status?.conditions;
  return (
    Array.isArray(conditions) &&
    (conditions as readonly (Partial<Condition> | null)[]).some(
      (one) => one?.type === type && one.status === 'True',
    )
  );
}

/** Compares the fields of a `metav1.Condition`. Some servers omit an `observedGeneration` of 0. */
const isSame = (a: Condition, b: Condition): boolean =>
  (['status', 'reason', 'message', 'lastTransitionTime'] as const).every((name) => a[name] === b[name]) &&
  (a.observedGeneration ?? 0) === (b.observedGeneration ?? 0);

/** Kubernetes writes times in whole seconds, so the fraction is removed. */
const timestamp = (date: Date): string => date.toISOString().replace(/\.\d+Z$/, 'Z');

const aCondition: Rule = {
  allowed: "a condition: { type: 'Ready', status: 'True', 'False' or 'Unknown', reason: 'AllAvailable' }",
  test: (given) => {
    if (!anObject.test(given)) return false;
    const { type, status, reason } = given as Partial<Condition>;
    return (
      isNonEmptyString(type) && isNonEmptyString(reason) && /^(True|False|Unknown)$/.test(String(status))
    );
  },
};
