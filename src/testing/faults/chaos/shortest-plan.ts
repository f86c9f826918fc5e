import { aFunction, checkArgument, OptionsError } from '../../../objects/index.ts';

/**
 * Returns the shortest part of a plan for which `fails` returns true. The faults keep their order. For a plan
 * of more than 10 faults, a shorter part may exist. But each fault of the result is necessary: if one of
 * these faults is removed, `fails` returns false.
 *
 * @param plan - a plan for which `fails` returns true
 * @param fails - returns whether a test fails under the given faults of the plan; called up to 1,024 times
 *   for a plan of 10 faults
 * @throws OptionsError if `fails` returns false for the whole plan
 *
 * @example
 * ```ts
 * const { plan } = chaos(7);
 * const few = shortestPlan(plan, (part) => part.some(({ code }) => code.startsWith('expire')));
 * ```
 */
export function shortestPlan<F>(plan: readonly F[], fails: (part: readonly F[]) => boolean): readonly F[] {
  checkArgument('shortestPlan: plan', plan, { allowed: 'an array of faults', test: Array.isArray });
  checkArgument('shortestPlan: fails', fails, aFunction);
  if (!fails(plan)) throw new OptionsError('shortestPlan: plan', plan, 'one that fails');

  const rest = plan.length > exhaustible ? withoutUnneeded(plan, fails) : plan;
  if (rest.length > exhaustible) return rest;
  for (let size = 0; size < rest.length; size++) {
    for (const part of partsOf(rest, size)) if (fails(part)) return part;
  }
  return rest;
}

/** The number of faults up to which all subsets of a plan are tried. A plan of 10 faults has 2¹⁰ subsets. */
const exhaustible = 10;

/** Removes one fault after the other, until each of the remaining faults is necessary. */
function withoutUnneeded<F>(plan: readonly F[], fails: (part: readonly F[]) => boolean): readonly F[] {
  let rest = plan;
  for (let at = 0; at < rest.length;) {
    const part = rest.filter((_, index) => index !== at);
    if (!fails(part)) at++;
    else {
      rest = part;
      at = 0;
    }
  }
  return rest;
}

/** Yields all subsets of a plan with a given size. The faults of a subset are in the order of the plan. */
function* partsOf<F>(plan: readonly F[], size: number): Generator<readonly F[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, fault] of plan.entries()) {
    for (const others of partsOf(plan.slice(at + 1), size - 1)) yield [fault, ...others];
  }
}
