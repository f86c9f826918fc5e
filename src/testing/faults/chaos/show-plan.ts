import type { Fault } from '../fault.ts';

/**
 * A plan as code that can be pasted: the call of `faulty` with each of its faults.
 *
 * @example
 * ```ts
 * console.log(showPlan([expire({ nth: 2 })])); // faulty(source, expire({ nth: 2 })), each on a line of its own
 * ```
 */
export function showPlan(plan: readonly Fault[]): string {
  if (plan.length === 0) return 'faulty(source)';
  return `faulty(\n  source,\n${plan.map(({ code }) => `  ${code},\n`).join('')})`;
}
