import { checkArgument, checkOptions, integer, type KubeObject } from '../../../objects/index.ts';
import type { ListerWatcher } from '../../../source/index.ts';
import { callOf } from '../fault-code.ts';
import type { Fault } from '../fault.ts';
import { withFaults } from '../with-faults.ts';
import { drawPlan } from './draw-plan.ts';
import { aSeed } from './seeded-random.ts';

/** A mix of faults that follows from a seed. */
export interface Chaos extends Fault {
  readonly seed: number;
  /** In the order in which they are put on a source; `showPlan` prints it. */
  readonly plan: readonly Fault[];
}

/** How much goes wrong. */
export interface ChaosOptions {
  /** The most faults of a plan. Default 6. */
  readonly faults?: number;
}

/**
 * A random mix of faults at random places. The same seed gives the same plan, in every version with the same faults. An
 * informer comes through each of them: none lasts for ever, none is what only a wrong program is told.
 *
 * @throws OptionsError when the seed or an option is not what it may be
 *
 * @example
 * ```ts
 * const broken = chaos(7);
 * const pods = informer(broken(source));
 * console.log(showPlan(broken.plan));
 * ```
 */
export function chaos(seed: number, options: ChaosOptions = {}): Chaos {
  checkArgument('chaos: seed', seed, aSeed);
  checkOptions('chaos', options, { faults: integer(1) });
  const plan = drawPlan(seed, options.faults ?? 6);
  const put = <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> =>
    withFaults(source, ...plan);
  return Object.assign(put, { seed, plan, code: callOf('chaos', seed, options) });
}
