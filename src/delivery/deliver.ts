import {
  asyncScheduler,
  catchError,
  concat,
  defaultIfEmpty,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  from,
  observeOn,
  type Observable,
  type OperatorFunction,
  queueScheduler,
  repeat,
  switchMap,
  take,
  tap,
  throwError,
} from 'rxjs';
import { type Change, eventLoop$, safely, sliceClock } from '../store/index.ts';
import { asap$ } from './asap.ts';
import { atOnce$ } from './at-once.ts';
import type { DeliveryGauge, DeliveryOptions } from './delivery-options.ts';
import { direct } from './direct.ts';
import { gaugeOf } from './gauge-of.ts';
import { bufferFor } from './machine/buffer-for.ts';
import { takeAll } from './machine/change-buffer.ts';
import { Drain, type Handle, type InitialListener } from './machine/drain.ts';

/** Who looks inside a delivery. */
export interface DeliveryHooks<T> {
  readonly onInitial?: InitialListener | undefined;
  /** Nobody wants the changes, only the calls of `handle`: none is emitted. */
  readonly isUnheard?: true | undefined;
  /** Hears, when the end comes early, what waited and is dropped; what is in hand counts as handled. */
  readonly onRest?: (rest: readonly Change<T>[]) => void;
  /** Is given, for each subscription, what reads its gauge, at any time. */
  readonly onBegin?: ((gauge: () => DeliveryGauge) => void) | undefined;
}

/**
 * What both operators of this room are: batches in, each change out once it has been handled. Completion and error of
 * the source come after all that waits.
 *
 * @param handle - what it returns is completed before the next change is taken; it never errors
 */
export function deliver<T>(
  { buffer: policy, pace, gauge }: DeliveryOptions,
  handle: Handle<T, Observable<never>>,
  { onInitial, isUnheard, onRest, onBegin }: DeliveryHooks<T> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  const isGauged = gauge !== undefined || onBegin !== undefined;
  const now = (): number => (isGauged ? asyncScheduler.now() : 0);

  return (source) =>
    defer(() => {
      const buffer = bufferFor<T>(policy);
      const clock = sliceClock();
      const read = (): DeliveryGauge => gaugeOf(buffer, now);
      const onSlice = (): void => {
        if (gauge !== undefined) safely(() => gauge.next?.(read()));
      };
      onBegin?.(read);
      const drain = new Drain({ buffer, clock, handle, onInitial, onSlice });

      const begin$ =
        pace === undefined
          ? asap$.pipe(tap(() => drain.allow(Infinity)))
          : from(pace).pipe(
              take(1),
              defaultIfEmpty(undefined),
              tap(() => drain.allow(buffer.pending)),
              observeOn(queueScheduler), // one that emits at once, as atOnce$
            );
      const yield$ = eventLoop$.pipe(tap(() => clock.yielded()));
      let isBusy = false;
      let failure: { readonly error: unknown } | undefined;
      const next = (): Observable<unknown> => {
        const next$ = clock.isOver ? yield$ : atOnce$;
        if (drain.wait !== undefined) return concat(drain.wait, next$);
        if (drain.hasMore) return next$;
        drain.allow(0);
        if (buffer.pending === 0) {
          isBusy = false;
          const failed = failure;
          return failed === undefined ? EMPTY : throwError(() => failed.error);
        }
        // A pace may emit at once, for ever; the default waits for the task, and yields after its first change.
        return pace !== undefined && clock.isOver ? yield$.pipe(switchMap(() => begin$)) : begin$;
      };
      const all$ = direct<Change<T>>((outlet) => {
        const arrived = (batch: readonly Change<T>[]): boolean => {
          try {
            drain.push(batch, now());
          } catch (error) {
            outlet.error(error); // its own end, which waits for nothing
          }
          return !isBusy && buffer.pending > 0;
        };
        // It begins with nothing let through, so with an empty slice; from there `next` knows how to go on.
        const slice$ = defer(() => {
          drain.slice(outlet, isUnheard);
          return EMPTY;
        });
        const slices$ = slice$.pipe(repeat({ delay: next }));

        // What only waits is stopped first, for each operator that it passes costs every subscriber 20 to 30 ns an event.
        return source.pipe(
          filter(arrived),
          catchError((error: unknown) => {
            if (!isBusy) throw error;
            failure = { error };
            return EMPTY;
          }),
          exhaustMap(() => {
            isBusy = true;
            return slices$;
          }),
        );
      });
      if (onRest === undefined && onBegin === undefined) return all$;
      return all$.pipe(
        finalize(() => {
          const rest = takeAll(buffer);
          onRest?.(rest);
        }),
      );
    });
}
