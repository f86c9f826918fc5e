import {
  asyncScheduler,
  catchError,
  first,
  from,
  ignoreElements,
  merge,
  NEVER,
  Observable,
  type OperatorFunction,
  Subject,
  switchAll,
  tap,
} from 'rxjs';
import { checkOptions } from '../objects/index.ts';
import { elapsed, runGuarded } from '../scheduling/index.ts';
import type { Change } from '../store/index.ts';
import { type DeliveryMetrics, type DeliveryOptions, deliveryRules } from './delivery-options.ts';
import { createListenerScheduler } from './batch-per-task.ts';
import { BoundedBuffer } from './machine/bounded-buffer.ts';
import { type ChangeBuffer, takeAll, UnboundedBuffer } from './machine/change-buffer.ts';
import { ConflatingBuffer } from './machine/conflating-buffer.ts';
import { type Handle, Listener } from './machine/listener.ts';
import type { ListenerScheduler } from './machine/listener-scheduler.ts';

/** The options of `buffered` that only the library sets. */
export interface ListenerSetup<T> {
  /** The scheduler that runs the listener. By default, each subscription has its own scheduler. */
  readonly scheduler?: ListenerScheduler;
  /**
   * The function that handles each change. The function may not throw. If it returns an Observable, the
   * Observable may not error.
   */
  readonly handle?: Handle<T, Observable<never>> | undefined;
  readonly onInitialPending?: ((count: number) => void) | undefined;
  readonly discardOutput?: boolean | undefined;
  /**
   * The callback gets the changes that remain in the buffer when a subscription ends. The change that the
   * handler is processing is not included.
   */
  readonly onDropped?: (changes: readonly Change<T>[]) => void;
  /**
   * The callback runs once for each subscription. The argument is a function that returns the metrics of the
   * subscription.
   */
  readonly onStart?: ((metrics: () => DeliveryMetrics) => void) | undefined;
}

/**
 * Emits the changes of batches one by one, through a buffer per subscriber. So a slow or throwing subscriber does not delay or end
 * other subscribers (G13).
 *
 * The operator waits only for synchronous work of a subscriber. For asynchronous work use
 * {@link processorListener}: a `concatMap` after this operator would add a second queue without a limit. If
 * the source completes or errors, the operator first emits the buffered changes. If the subscriber
 * unsubscribes, the operator drops the buffered changes (B157).
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * store.batches$.pipe(buffered({ buffer: 'conflate' })).subscribe((change) => render(change));
 * ```
 */
export function buffered<T>(options?: DeliveryOptions): OperatorFunction<readonly Change<T>[], Change<T>>;
/** @internal */
export function buffered<T>(
  options: DeliveryOptions,
  setup: ListenerSetup<T>,
): OperatorFunction<readonly Change<T>[], Change<T>>;
export function buffered<T>(
  options: DeliveryOptions = {},
  { handle, onInitialPending, discardOutput, onDropped, onStart, ...shared }: ListenerSetup<T> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  checkOptions('buffered', options, deliveryRules);
  const { buffer: policy = 'unbounded', notifier, metrics } = options;

  return (batches$) =>
    // `buffered` uses `new Observable`, because the listener reads the `closed` of the subscriber between two
    // changes. An operator between the listener and the subscriber would cost 20 to 30 ns per change.
    new Observable((outlet) => {
      const { scheduler = createListenerScheduler() } = shared;
      const buffer = createBuffer<T>(policy);
      const waits = new Subject<Observable<unknown>>();
      const current = (): DeliveryMetrics => {
        const { pending, conflated, dropped } = buffer;
        return {
          pending,
          age: pending === 0 ? 0 : elapsed(buffer.oldest, asyncScheduler.now()),
          conflated,
          dropped,
        };
      };
      const read = (): DeliveryMetrics => {
        scheduler.flush();
        return current();
      };
      const listener = new Listener<T, Observable<never>>({
        buffer,
        clock: scheduler.clock(),
        schedule: (run) => scheduler.schedule(run),
        demand:
          notifier &&
          (() =>
            waits.next(
              from(notifier).pipe(
                first(null, undefined),
                tap(() => listener.request()),
              ),
            )),
        handle,
        waitFor: (wait) => waits.next(wait.pipe(tap({ complete: () => listener.resume() }))),
        outlet,
        discardOutput,
        onInitialPending,
        onSlice: () => {
          if (metrics !== undefined) runGuarded(() => metrics.next?.(read()));
        },
      });
      onStart?.(read);
      const leave = scheduler.join({ buffer: () => ({ buffer: policy, ...current() }) });
      outlet.add(() => {
        // The scheduler may still collect changes of this task. The flush moves these changes into the
        // buffer, so that `onDropped` gets them too.
        scheduler.flush();
        leave();
        const dropped = takeAll(buffer);
        onDropped?.(dropped);
      });

      // `merge` subscribes to `waits` first, because `batches$` can end inside its subscribe call. The
      // listener notifies the subscriber of the end when the buffer is empty.
      return merge(
        waits.pipe(switchAll()),
        batches$.pipe(
          tap({
            next: (batch) => listener.push(batch, scheduler.since),
            complete: () => listener.end(() => outlet.complete()),
          }),
          catchError((error: unknown) => {
            listener.end(() => outlet.error(error));
            return NEVER;
          }),
        ),
      )
        .pipe(ignoreElements())
        .subscribe(outlet);
    });
}

function createBuffer<T>(policy: NonNullable<DeliveryOptions['buffer']>): ChangeBuffer<T> {
  if (policy === 'unbounded') return new UnboundedBuffer();
  return policy === 'conflate' ? new ConflatingBuffer() : new BoundedBuffer(policy);
}
