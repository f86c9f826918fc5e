import { aFunction, checkArgument, OptionsError } from '../../../objects/index.ts';

/**
 * The shortest part of a plan that still fails, its faults in their order. Of a plan of up to 10 it is the shortest of all;
 * of a longer one, one from which no fault can be left out.
 *
 * @param plan - one that fails
 * @param fails - tried with parts of the plan, up to some hundred times; `true` for one that fails
 * @throws OptionsError when the plan does not fail
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

  const rest = plan.length > exhaustible ? withoutTheNeedless(plan, fails) : plan;
  if (rest.length > exhaustible) return rest;
  for (let size = 0; size < rest.length; size++) {
    for (const part of partsOf(rest, size)) if (fails(part)) return part;
  }
  return rest;
}

/** 2¹⁰ parts at most. */
const exhaustible = 10;

/** Leaves out one after the other, until each that is left is needed. */
function withoutTheNeedless<F>(plan: readonly F[], fails: (part: readonly F[]) => boolean): readonly F[] {
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

/** All parts of a size, in the order of the whole. */
function* partsOf<F>(plan: readonly F[], size: number): Generator<readonly F[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, fault] of plan.entries()) {
    for (const others of partsOf(plan.slice(at + 1), size - 1)) yield [fault, ...others];
  }
}
