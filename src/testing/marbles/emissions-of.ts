import { asyncScheduler, type Observable, type ObservableNotification, switchMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { anObservable, aString, checkArgument, OptionsError } from '../../objects/index.ts';
import type { SubscriptionTimes } from './draw-subscription.ts';

/** A notification of an Observable (a value, an error or a completion), with its time. */
export interface Emission<T> {
  /** The time of the notification, in ms from the start of the recording. */
  readonly frame: number;
  readonly notification: ObservableNotification<T>;
}

/** The recording of an Observable. The recording grows while the subscription is open. */
export interface Emissions<T> {
  readonly emissions: readonly Emission<T>[];
  /** The recorded values, without the error and the completion. */
  readonly values: readonly T[];
  /** Whether the recording has ended: the observable completed or failed, or the recording was unsubscribed. */
  readonly closed: boolean;
  /** Ends the recording. */
  unsubscribe(): void;
}

/**
 * Subscribes to an observable, and records its notifications with their times. In the callback of `TestScheduler.run`,
 * the times are frames. Read the recording after `flush()` or after `run`. Without a scheduler, the times are
 * real.
 *
 * @param subscription - a subscription diagram as in `run`: `'^ 5s !'` unsubscribes after 5 s, `'--^'` subscribes after
 *   2 ms
 *
 * @throws OptionsError for an invalid observable or diagram
 *
 * @example
 * ```ts
 * const seen = marbleScheduler().run(() => emissionsOf(pods.changes(), '^ 5s !'));
 * assertChanges(seen, ['added shop/web']);
 * ```
 */
export function emissionsOf<T>(source: Observable<T>, subscription = '^'): Emissions<T> {
  checkArgument('emissionsOf: source', source, anObservable);
  checkArgument('emissionsOf: subscription', subscription, aString);
  const { subscribedFrame, unsubscribedFrame } = timesOf(subscription);
  const begin = asyncScheduler.now();
  const emissions: Emission<T>[] = [];
  const recorded$ = subscribedFrame === 0 ? source : timer(subscribedFrame).pipe(switchMap(() => source));
  const keep = (notification: ObservableNotification<T>): void => {
    emissions.push({ frame: asyncScheduler.now() - begin, notification });
  };
  const running = recorded$.subscribe({
    next: (value) => keep({ kind: 'N', value }),
    error: (error: unknown) => keep({ kind: 'E', error }),
    complete: () => keep({ kind: 'C' }),
  });
  if (unsubscribedFrame !== Infinity) {
    running.add(timer(unsubscribedFrame).subscribe(() => running.unsubscribe()));
  }

  return {
    emissions,
    get values() {
      return emissions.flatMap(({ notification }) => (notification.kind === 'N' ? [notification.value] : []));
    },
    get closed() {
      return running.closed;
    },
    unsubscribe: () => running.unsubscribe(),
  };
}

function timesOf(subscription: string): SubscriptionTimes {
  let times: SubscriptionTimes | undefined;
  try {
    times = RunMarbles.parseMarblesAsSubscriptions(subscription, true);
  } catch {
    // The diagram is invalid. `times` stays undefined, and the code below throws an error.
  }
  if (times !== undefined && times.subscribedFrame <= Math.min(times.unsubscribedFrame, latest)) return times;
  const [wrongUnit] = /(?<!\d)\d[\d.]*(?!ms |s |m |[\d.])[a-z]*/i.exec(subscription) ?? [];
  throw new OptionsError(
    'emissionsOf: subscription',
    subscription,
    'a diagram with one ^ and, behind it, one ! at most: `^ 5s !`',
    wrongUnit && `${wrongUnit} is not a time; the units are ms, s and m: 500ms, 5s, 60m`,
  );
}

const latest = Number.MAX_SAFE_INTEGER;

/**
 * A TestScheduler that always counts one frame for each character of a diagram. The TestScheduler of RxJS
 * counts ten frames outside of `run`.
 */
export class RunMarbles extends TestScheduler {
  static override frameTimeFactor = 1;
}
