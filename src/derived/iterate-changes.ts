import { BehaviorSubject, filter, firstValueFrom, type Observable, Subject, takeUntil } from 'rxjs';
import { buffered, type DeliveryOptions, deliveryRules } from '../delivery/index.ts';
import { aborted, type Informer } from '../informer/index.ts';
import { anAbortSignal, checkArgument, checkOptions } from '../objects/index.ts';
import type { Change } from '../store/index.ts';
import { anInformer } from '../views/index.ts';

/** The options of {@link iterateChanges}. */
export interface IterateOptions extends Omit<DeliveryOptions, 'notifier'> {
  /** Ends the loop when the signal aborts, without an error. */
  readonly signal?: AbortSignal;
}

/**
 * Returns the changes of an informer for a `for await` loop: first the current content, then each change. The loop body is
 * the backpressure: the next change waits in the buffer of the loop until the body has finished, also if the body awaits.
 *
 * Without options the buffer has no limit. With `buffer: 'conflate'` the changes of one key merge while the body works, so that a
 * slow body handles the newest states. The loop keeps the informer running. `break`, `return` and an error of the body end the
 * subscription. The loop throws the error that ends the informer. Each loop over the result is a new subscription.
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
  informer: Pick<Informer<T>, 'store' | 'status$'>,
  options: IterateOptions = {},
): AsyncIterable<Change<T>> {
  checkArgument('iterateChanges: informer', informer, anInformer);
  const { buffer, metrics } = deliveryRules;
  checkOptions('iterateChanges', options, { buffer, metrics, signal: anAbortSignal });
  return { [Symbol.asyncIterator]: () => iterate(informer, options) };
}

/** The change that the loop gets next. `handled` completes when the body has finished. */
interface Offer<T> {
  readonly change: Change<T>;
  readonly handled: Subject<never>;
}

async function* iterate<T>(
  { store }: Pick<Informer<T>, 'store'>,
  { signal, ...delivery }: IterateOptions,
): AsyncGenerator<Change<T>, void, void> {
  const offers = new BehaviorSubject<Offer<T> | undefined>(undefined);
  const handle = (change: Change<T>): Observable<never> => {
    const handled = new Subject<never>();
    offers.next({ change, handled });
    return handled;
  };
  const subscription = store.batches$
    .pipe(buffered(delivery, { handle, discardOutput: true }), takeUntil(aborted(signal)))
    .subscribe({ error: (error: unknown) => offers.error(error), complete: () => offers.complete() });
  try {
    for (;;) {
      const offer = await firstValueFrom(offers.pipe(filter((next) => next !== undefined)), {
        defaultValue: undefined,
      });
      if (offer === undefined) return;
      offers.next(undefined);
      yield offer.change;
      offer.handled.complete();
    }
  } finally {
    subscription.unsubscribe();
  }
}
