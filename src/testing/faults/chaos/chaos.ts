import { checkArgument, checkOptions, integer, type KubeObject } from '../../../objects/index.ts';
import type { ListerWatcher } from '../../../source/index.ts';
import { callOf } from '../fault-code.ts';
import type { Fault } from '../fault.ts';
import { withFaults } from '../with-faults.ts';
import { drawPlan } from './draw-plan.ts';
import { aSeed } from './seeded-random.ts';

/** A mix of faults that depends only on a seed. */
export interface Chaos extends Fault {
  readonly seed: number;
  /** The faults of the mix, in the order in which `withFaults` applies them. `showPlan` prints the plan. */
  readonly plan: readonly Fault[];
}

/** The options of `chaos`. */
export interface ChaosOptions {
  /** The maximum number of faults in a plan, which is one mix of faults. Default: 6. */
  readonly faults?: number;
}

/**
 * Returns a random mix of faults at random positions. The same seed gives the same faults in all versions of
 * the library that have the same faults. A correct informer recovers from every plan: no fault blocks the
 * informer forever, and no fault is an error that ends a reflector.
 *
 * @throws OptionsError for an invalid seed or option
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
