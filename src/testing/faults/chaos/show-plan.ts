import type { Fault } from '../fault.ts';

/**
 * Returns a plan as code to paste: the call of `withFaults` with all faults of the plan.
 *
 * @example
 * ```ts
 * console.log(showPlan([expire({ nth: 2 })])); // withFaults(source, expire({ nth: 2 })), one line each
 * ```
 */
export function showPlan(plan: readonly Fault[]): string {
  if (plan.length === 0) return 'withFaults(source)';
  return `withFaults(\n  source,\n${plan.map(({ code }) => `  ${code},\n`).join('')})`;
}
