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

/** Limits and random numbers of a run. */
export interface MarbleSchedulerOptions {
  /** ms of virtual time after which a run fails if timers are still waiting; a TestScheduler would never end. Default: a day. */
  readonly maxFrames?: number;
  /**
   * Numbers in [0, 1) for all that is random in the informers of a run: delays, how long a watch may last. Default: those
   * of `seededRandom(1)`, from their beginning in each run. `() => 0`: the shortest delays.
   */
  readonly random?: () => number;
}

/**
 * RxJS's TestScheduler, with failures that can be read: `expectObservable` and `expectSubscriptions` show both diagrams,
 * the first difference and what the letters stand for. It needs no test runner.
 *
 * Each run is the same: informers without a `random` of their own take the numbers of this one while it runs. Your own
 * `Math.random()` is left alone; use `seededRandom` instead.
 *
 * @throws OptionsError when an option is not what it may be
 *
 * @example
 * ```ts
 * marbleScheduler().run(({ cold, expectObservable }) => {
 *   expectObservable(cold('-a|').pipe(delay(2))).toBe('---(a|)');
 * });
 * ```
 */
export function marbleScheduler(options: MarbleSchedulerOptions = {}): TestScheduler {
  checkOptions('marbleScheduler', options, { maxFrames: renamedFrom('limit', milliseconds(1)), random: aFunction });
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
        this.maxFrames = this.#maxFrames; // which `run` has set to infinity
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

/** What a TestScheduler hands over: emissions, or the log of subscriptions. */
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
