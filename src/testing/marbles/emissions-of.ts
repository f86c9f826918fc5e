import { asyncScheduler, type Observable, type ObservableNotification, switchMap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { anObservable, aString, checkArgument, OptionsError } from '../../objects/index.ts';
import type { SubscriptionTimes } from './draw-subscription.ts';

/** A value, an error or the end, and when it came. */
export interface Emission<T> {
  /** In ms, from the moment the recording was begun. */
  readonly frame: number;
  readonly notification: ObservableNotification<T>;
}

/** What came of an observable so far; it grows while the observable goes on. */
export interface Emissions<T> {
  readonly emissions: readonly Emission<T>[];
  /** The values alone. */
  readonly values: readonly T[];
  /** Whether it is over: it completed, failed, or was left. */
  readonly closed: boolean;
  /** Ends the recording now. */
  unsubscribe(): void;
}

/**
 * Subscribes, and keeps all that comes with its time. Within `TestScheduler.run` begun in the callback it has the times of
 * the diagrams; look at it after `flush()` or after `run`. Without a scheduler it records in real time.
 *
 * @param subscription - a subscription diagram, times as in `run`: `'^ 5s !'` leaves after 5 s, `'--^'` begins later
 *
 * @throws OptionsError for what is no observable or no diagram
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
    // it is no diagram
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

/** Reads diagrams as `run` does, also outside of it, where a character would stand for ten frames. */
export class RunMarbles extends TestScheduler {
  static override frameTimeFactor = 1;
}
