import { KubeError } from '../../../objects/index.ts';
import type { Fault } from '../fault.ts';
import type { Chaos } from './chaos.ts';
import { showPlan } from './show-plan.ts';

/**
 * The error of a scenario that failed. The message contains the seed, and the shortest plan that fails, as code to
 * paste.
 */
export class ChaosError extends KubeError {
  readonly seed: number;
  /** The shortest plan that fails. */
  readonly plan: readonly Fault[];

  constructor({ seed, code, plan: whole }: Chaos, plan: readonly Fault[], cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      'fatal',
      plan.length === 0 ? messageWithoutFaults(reason) : messageOfFaults(reason, code, whole, plan),
      {
        cause,
      },
    );
    this.seed = seed;
    this.plan = plan;
  }
}

const messageWithoutFaults = (reason: string): string =>
  `the scenario fails without any fault: ${reason}\n\nFix that first. Then test it with faults.\n`;

const messageOfFaults = (
  reason: string,
  code: string,
  whole: readonly Fault[],
  plan: readonly Fault[],
): string =>
  `${code} broke the scenario: ${reason}\n\nOf its ${whole.length} faults ${plan.length} ${plan.length === 1 ? 'does' : 'do'}; ` +
  `this is the shortest plan that fails:\n\n${showPlan(plan)}\n`;
