import type { SchedulerAction, Subscription } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { aFunction, checkOptions, milliseconds, renamedFrom } from '../../objects/index.ts';
import { compareEmissions } from './compare-emissions.ts';
import { differences } from './differences.ts';
import { drawSubscription, isSubscriptionLog } from './draw-subscription.ts';
import type { Emission } from './emissions-of.ts';
import { enforce, MarbleAssertionError } from './marble-assertion-error.ts';
import { pendingTimers } from './pending-timers.ts';
import { withoutSpentTicks } from './spent-ticks.ts';
import { type Random, repeatable, withRandom } from './with-random.ts';

/** The options of `marbleScheduler`: the time limit and the random numbers of a run. */
export interface MarbleSchedulerOptions {
  /**
   * The maximum virtual time of a run, in ms. A later timer is an error. With RxJS's TestScheduler, such a
   * run could never end. Default: one day.
   */
  readonly maxFrames?: number;
  /**
   * A function that returns numbers in [0, 1). The informers of a run use these numbers for random delays and
   * for the timeouts of watches. Default: `seededRandom(1)`, which restarts with each run. With `() => 0` the
   * delays are as short as possible.
   */
  readonly random?: () => number;
}

/**
 * Creates a TestScheduler of RxJS with readable failures: `expectObservable` and `expectSubscriptions` show
 * both diagrams, the first difference and the values of the letters. The scheduler needs no test runner.
 *
 * Each run gives the same result: during a run, informers without their own `random` use the `random` of this
 * scheduler. The scheduler does not replace `Math.random()`, so use `seededRandom` in your own code.
 *
 * @throws OptionsError for an invalid option
 *
 * @example
 * ```ts
 * marbleScheduler().run(({ cold, expectObservable }) => {
 *   expectObservable(cold('-a|').pipe(delay(2))).toBe('---(a|)');
 * });
 * ```
 */
export function marbleScheduler(options: MarbleSchedulerOptions = {}): TestScheduler {
  checkOptions('marbleScheduler', options, {
    maxFrames: renamedFrom('limit', milliseconds(1)),
    random: aFunction,
  });
  return new MarbleScheduler(options.maxFrames ?? 86_400_000, options.random);
}

class MarbleScheduler extends TestScheduler {
  readonly #maxFrames: number;
  readonly #random: Random | undefined;

  constructor(maxFrames: number, random: Random | undefined) {
    super(assertSame);
    this.#maxFrames = maxFrames;
    this.#random = random;
  }

  override schedule<T>(
    work: (this: SchedulerAction<T>, state?: T) => void,
    delay?: number,
    state?: T,
  ): Subscription {
    return super.schedule(withoutSpentTicks(work), delay, state);
  }

  override run<T>(callback: Parameters<typeof TestScheduler.prototype.run<T>>[0]): T {
    const result = withRandom(this.#random ?? repeatable(), () =>
      super.run((helpers) => {
        this.maxFrames = this.#maxFrames; // restore the limit, because `run` of RxJS has set `maxFrames` to infinity
        return callback(helpers);
      }),
    );
    const pending = pendingTimers(this);
    if (pending.length === 0) return result;
    throw new MarbleAssertionError(
      `after ${this.#maxFrames} ms there is more to come: ${pending.join(', ')}. Leave what you subscribed to ` +
        "(expectObservable(…, '^ 5s !'), emissionsOf(…, '^ 5s !')), or give marbleScheduler larger maxFrames",
      pending.join(', '),
      'nothing to come',
    );
  }
}

/**
 * Compares the arguments that a TestScheduler passes to its assert function: two lists of emissions, or two
 * logs of subscriptions.
 */
function assertSame(actual: unknown, expected: unknown): void {
  const [received, wanted] = [actual, expected].map((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  if (received === undefined || wanted === undefined) return;
  if ([...received, ...wanted].some(isSubscriptionLog)) {
    assertSameSubscriptions(received.filter(isSubscriptionLog), wanted.filter(isSubscriptionLog));
  } else {
    enforce(compareEmissions(received as Emission<unknown>[], wanted as Emission<unknown>[]));
  }
}

function assertSameSubscriptions(...logs: Parameters<typeof drawSubscription>[0][][]): void {
  const [received = [], expected = []] = logs;
  if (differences(received, expected).length === 0) return;
  const [came = '', wanted = ''] = [received, expected].map((log) =>
    log.length === 0 ? 'none' : log.map(drawSubscription).join('\n          '),
  );
  throw new MarbleAssertionError(
    `the subscriptions are not as expected\n\nexpected  ${wanted}\nreceived  ${came}`,
    came,
    wanted,
  );
}
