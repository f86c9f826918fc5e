import {
  aFunction,
  checkArgument,
  checkOptions,
  integer,
  isThenable,
  type KubeObject,
  OptionsError,
  type Rule,
} from '../../../objects/index.ts';
import type { ListerWatcher } from '../../../source/index.ts';
import { isSpentTick, spentTick } from '../../marbles/spent-ticks.ts';
import { repeatable, withRandom } from '../../marbles/with-random.ts';
import type { Fault } from '../fault.ts';
import { withFaults } from '../with-faults.ts';
import { chaos, type ChaosOptions } from './chaos.ts';
import { ChaosError } from './chaos-error.ts';
import { aSeed } from './seeded-random.ts';
import { shortestPlan } from './shortest-plan.ts';
import { showPlan } from './show-plan.ts';

/** What has to come through, and how often it is tried. */
export interface SurviveChaosOptions extends ChaosOptions {
  /** How many seeds, from 1 on; or which. Default 100. */
  readonly seeds?: number | readonly number[];
  /**
   * Runs once, on sources of its own, and throws when it fails; in virtual time, for it must be over when it returns.
   *
   * @param chaos - to be put on each source
   */
  readonly scenario: (chaos: Fault) => void;
}

/**
 * Runs a scenario under one random mix of faults after the other. The first that breaks it is tried again with parts of its
 * plan, until the shortest that fails is found.
 *
 * The same seeds give the same verdict and the same plan each time: informers without a `random` of their own have the same
 * seeded delays in each try, those of every run of `marbleScheduler`, so that the plan fails there, too. What else is
 * random in a scenario needs `seededRandom`.
 *
 * @throws ChaosError with the seed and that plan; the scenario's own error is its `cause`
 * @throws OptionsError when an option is not what it may be, the scenario gives back a promise, or RxJS's own TestScheduler
 * stops by a fault of its own, which `marbleScheduler` does not have
 *
 * @example
 * ```ts
 * surviveChaos({
 *   seeds: 200,
 *   scenario: (chaos) => {
 *     marbleScheduler().run(({ expectObservable }) => {
 *       const pods = informer(chaos(fakeControllerSource([kubeObject('shop/web')])));
 *       const keys$ = pods.changes().pipe(map(({ key }) => key), distinct());
 *       expectObservable(merge(keys$, timer(3_600_000)).pipe(takeUntil(timer(3_600_000)), toArray())).toBe(
 *         '60m (k|)',
 *         { k: ['shop/web'] },
 *       );
 *     });
 *   },
 * });
 * ```
 */
export function surviveChaos(options: SurviveChaosOptions): void {
  const name = 'surviveChaos';
  checkOptions(name, options, { seeds: someSeeds, faults: integer(1), scenario: aFunction });
  checkArgument(
    `${name}: scenario`,
    (options as Partial<SurviveChaosOptions> | undefined)?.scenario,
    aFunction,
  );
  const { seeds = 100, scenario, ...much } = options;

  for (const seed of typeof seeds === 'number' ? Array.from({ length: seeds }, (_, at) => at + 1) : seeds) {
    const mix = chaos(seed, much);
    const failure = failureOf(scenario, mix);
    if (failure === undefined) continue;
    let cause = failure.cause;
    const shortest = shortestPlan(mix.plan, (part) => {
      if (part === mix.plan) return true;
      const again = failureOf(scenario, faultOfPlan(part));
      if (again !== undefined) cause = again.cause;
      return again !== undefined;
    });
    throw new ChaosError(mix, shortest, cause);
  }
}

const someSeeds: Rule = {
  allowed: 'how many seeds, 1 or more, or an array of one whole number or more',
  test: (given) =>
    integer(1).test(given) || (Array.isArray(given) && given.length > 0 && given.every(aSeed.test)),
};

/** What the scenario throws under a fault; a box, for it may throw anything. */
function failureOf(
  scenario: SurviveChaosOptions['scenario'],
  fault: Fault,
): { readonly cause: unknown } | undefined {
  // What it gives back is nothing to us, unless it is a promise.
  const run: (chaos: Fault) => unknown = scenario;
  let given: unknown;
  try {
    given = withRandom(repeatable(), () => run(fault));
  } catch (cause) {
    if (!isSpentTick(cause)) return { cause };
    throw new OptionsError(
      'surviveChaos: scenario',
      scenario,
      'a function that runs within marbleScheduler().run',
      `RxJS's own TestScheduler threw "${spentTick}", because an asap action unsubscribed a timer of the same frame; ` +
        'this is a fault of RxJS, and marbleScheduler() does not have it',
    );
  }
  if (!isThenable(given)) return undefined;
  throw new OptionsError(
    'surviveChaos: scenario',
    given,
    'one that is over when it returns, in virtual time',
    'it gave back a promise',
  );
}

function faultOfPlan(plan: readonly Fault[]): Fault {
  const put = <T extends KubeObject>(source: ListerWatcher<T>): ListerWatcher<T> =>
    withFaults(source, ...plan);
  return Object.assign(put, { code: showPlan(plan) });
}
