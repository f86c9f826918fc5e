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

/** The scenario, and the seeds that it runs with. */
export interface SurviveChaosOptions extends ChaosOptions {
  /** The number of seeds (1, 2, 3 and so on), or an array of seeds. Default: 100. */
  readonly seeds?: number | readonly number[];
  /**
   * The scenario: a function that runs a test once with new sources, and throws if the test fails. The test
   * must end before the function returns, so the test must run in virtual time.
   *
   * @param chaos - the fault to apply to each source
   */
  readonly scenario: (chaos: Fault) => void;
}

/**
 * Runs a scenario with one random mix of faults (a plan) after the other. After the first failure, the
 * function runs the scenario with fewer faults of the plan, to find the shortest plan that fails.
 *
 * The same seeds give the same result and the same plan each time. Informers without their own `random` get
 * the same seeded delays as in a run of `marbleScheduler`. So you can copy the plan into a separate test, and
 * it fails there, too. For other random values in a scenario use `seededRandom`.
 *
 * @throws ChaosError with the seed and the shortest plan; its `cause` is the error of the scenario
 * @throws OptionsError for an invalid option, and if the scenario returns a promise. Also if a bug of RxJS's
 *   TestScheduler ends the scenario; `marbleScheduler` does not have this bug
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

/** Returns the error of the scenario under a fault, in an object, because a scenario may throw any value. */
function failureOf(
  scenario: SurviveChaosOptions['scenario'],
  fault: Fault,
): { readonly cause: unknown } | undefined {
  // The return type is `unknown`, so that the code can check that the scenario does not return a promise.
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
