import type { Fault } from '../fault.ts';

/**
 * Returns a plan as code to paste: the call of `withFaults` with all faults of the plan.
 *
 * @example
 * ```ts
 * // prints `withFaults(source, expire({ nth: 2 }))`, with each argument on a separate line
 * console.log(showPlan([expire({ nth: 2 })]));
 * ```
 */
export function showPlan(plan: readonly Fault[]): string {
  if (plan.length === 0) return 'withFaults(source)';
  return `withFaults(\n  source,\n${plan.map(({ code }) => `  ${code},\n`).join('')})`;
}
