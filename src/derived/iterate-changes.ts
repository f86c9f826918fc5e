import {
  BehaviorSubject,
  filter,
  firstValueFrom,
  merge,
  type Observable,
  ReplaySubject,
  Subject,
  takeUntil,
} from 'rxjs';
import { deliveryRules } from '../delivery/index.ts';
import { aborted, type ChangesOptions, type Informer } from '../informer/index.ts';
import { anAbortSignal, checkOptions, milliseconds, OptionsError } from '../objects/index.ts';
import { nextTurn$, sliceClock } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';

/** The options of {@link iterateChanges}. */
export interface IterateOptions extends Omit<ChangesOptions, 'notifier'> {
  /** Ends the loop when the signal aborts, without an error. */
  readonly signal?: AbortSignal;
}

/**
 * Returns the changes of an informer for a `for await` loop: first the current content, then each change. The loop body is
 * the backpressure: the next change waits in the buffer of the loop until the body has finished, also if the body awaits.
 *
 * Without options the buffer has no limit. With `buffer: 'conflate'` the changes of one key merge while the body works, so that a
 * slow body handles the newest states. The loop keeps the informer running. `break`, `return` and an error of the body end the
 * subscription. The loop throws the error that ends the informer. Each loop over the result is a new subscription. The event
 * loop turns after each 5 ms of changes, also if the body does not await.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * for await (const { type, key } of iterateChanges(pods, { buffer: 'conflate' })) {
 *   await fetch('/audit', { method: 'POST', body: `${type} ${key}` });
 * }
 * ```
 */
export function iterateChanges<T>(
  informer: Pick<Informer<T>, 'store' | 'status$' | 'changes'>,
  options: IterateOptions = {},
): AsyncIterable<Change<T>> {
  const { listen } = (informer as Partial<Informer<T>> | undefined) ?? {};
  if (listen === undefined)
    throw new OptionsError(
      'iterateChanges: informer',
      informer,
      'an informer, for example a result of informer()',
    );
  const { buffer, metrics } = deliveryRules;
  checkOptions('iterateChanges', options, {
    buffer,
    metrics,
    resyncPeriod: milliseconds(1),
    signal: anAbortSignal,
  });
  return {
    [Symbol.asyncIterator]: () => {
      const returned = new ReplaySubject<void>(1);
      const { signal, ...changes } = options;
      const steps = iterate(listen, changes, merge(aborted(signal), returned));
      return {
        next: () => steps.next(),
        return: () => {
          returned.next(); // ends a pending `next()`, for which `steps.return()` waits
          return steps.return();
        },
      };
    },
  };
}

/** The change that the loop gets next. `handled` completes when the body has finished. */
interface Offer<T> {
  readonly change: Change<T>;
  readonly handled: Subject<never>;
}

async function* iterate<T>(
  listen: NonNullable<Informer<T>['listen']>,
  options: ChangesOptions,
  end$: Observable<unknown>,
): AsyncGenerator<Change<T>, void, void> {
  const offers = new BehaviorSubject<Offer<T> | undefined>(undefined);
  const handle = (change: Change<T>): Observable<never> => {
    const handled = new Subject<never>();
    offers.next({ change, handled });
    return handled;
  };
  const clock = sliceClock(1); // a step of the loop costs more than to read the clock
  const subscription = listen(options, handle)
    .pipe(takeUntil(end$))
    .subscribe({ error: (error: unknown) => offers.error(error), complete: () => offers.complete() });
  clock.begin();
  try {
    for (;;) {
      const offer = await firstValueFrom(offers.pipe(filter((next) => next !== undefined)), {
        defaultValue: undefined,
      });
      if (offer === undefined) return;
      offers.next(undefined);
      yield offer.change;
      // The listener of the informer does not measure the body of the loop.
      if (clock.step()) {
        await firstValueFrom(nextTurn$);
        clock.reset();
        clock.begin();
      }
      offer.handled.complete();
    }
  } finally {
    subscription.unsubscribe();
  }
}
