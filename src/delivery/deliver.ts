import {
  asapScheduler,
  asyncScheduler,
  catchError,
  concat,
  defaultIfEmpty,
  defer,
  EMPTY,
  exhaustMap,
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
  timer,
} from 'rxjs';
import { type Change, eventLoop$, safely, sliceClock } from '../store/index.ts';
import { atOnce$ } from './at-once.ts';
import type { DeliveryGauge, DeliveryOptions } from './delivery-options.ts';
import { bufferFor } from './machine/buffer-for.ts';
import { takeAll } from './machine/change-buffer.ts';
import { Drain, type Handle, type InitialListener } from './machine/drain.ts';
import { used } from './used.ts';

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
      const read = (): DeliveryGauge => {
        const { pending, conflated, dropped } = buffer;
        return { pending, age: pending === 0 ? 0 : now() - buffer.oldest, conflated, dropped };
      };
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
      const next = (): Observable<unknown> => {
        const next$ = clock.isOver ? yield$ : atOnce$;
        if (drain.wait !== undefined) return concat(drain.wait, next$);
        if (drain.hasMore) return next$;
        drain.allow(0);
        if (buffer.pending === 0) return EMPTY;
        // A pace may emit at once, for ever; the default waits for the task, and yields after its first change.
        return pace !== undefined && clock.isOver ? yield$.pipe(switchMap(() => begin$)) : begin$;
      };
      // It begins with nothing let through, so with an empty slice; from there `next` knows how to go on.
      const slice$ = isUnheard === true ? used(() => drain.slice()) : defer(() => from(drain.slice()));
      const slices$ = slice$.pipe(repeat({ delay: next }));

      let failure: { readonly error: unknown } | undefined;
      const changes$ = source.pipe(
        catchError((error: unknown) => {
          failure = { error };
          return EMPTY;
        }),
        tap((batch) => drain.push(batch, now())),
        exhaustMap(() => (buffer.pending === 0 ? EMPTY : slices$)),
      );
      const end$ = defer(() => {
        const failed = failure;
        return failed === undefined ? EMPTY : throwError(() => failed.error);
      });
      const all$ = concat(changes$, end$);
      if (onRest === undefined && onBegin === undefined) return all$;
      return all$.pipe(
        finalize(() => {
          const rest = takeAll(buffer);
          onRest?.(rest);
        }),
      );
    });
}

/** At the end of the current task, so that what one chunk of a body brings is gathered (decided in virtual time too). */
const asap$ = timer(0, asapScheduler);
