import {
  asyncScheduler,
  catchError,
  concat,
  defaultIfEmpty,
  defer,
  EMPTY,
  filter,
  finalize,
  from,
  merge,
  observeOn,
  type Observable,
  type OperatorFunction,
  queueScheduler,
  repeat,
  Subject,
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
import type { Turns } from './gathered.ts';
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
  /** Who lets it go on, where the source is gathered for several; absent: itself, at the end of the task. */
  readonly turns?: Turns | undefined;
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
  { onInitial, isUnheard, onRest, onBegin, turns }: DeliveryHooks<T> = {},
): OperatorFunction<readonly Change<T>[], Change<T>> {
  const isGauged = gauge !== undefined || onBegin !== undefined;
  const now = (): number => (isGauged ? asyncScheduler.now() : 0);

  return (source) =>
    defer(() => {
      const buffer = bufferFor<T>(policy);
      const clock = sliceClock();
      const read = (): DeliveryGauge => {
        turns?.flush();
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
      let state: 'idle' | 'asked' | 'slicing' | 'busy' = 'idle';
      let failure: { readonly error: unknown } | undefined;
      const next = (): Observable<unknown> => {
        const next$ = clock.isOver ? yield$ : atOnce$;
        if (drain.wait !== undefined) return concat(drain.wait, next$);
        if (drain.hasMore) return next$;
        drain.allow(0);
        if (buffer.pending === 0) {
          state = 'idle';
          const failed = failure;
          return failed === undefined ? EMPTY : throwError(() => failed.error);
        }
        // A pace may emit at once, for ever; the default waits for the task, and yields after its first change.
        return clock.isOver && (pace ?? turns) !== undefined ? yield$.pipe(switchMap(() => begin$)) : begin$;
      };
      const all$ = direct<Change<T>>((outlet) => {
        const onward = new Subject<void>();
        let isEnding = false;
        // Most turns hand out all: then nothing is subscribed to, which would cost each of them 1.5 µs.
        const goOn = (): void => {
          if (state !== 'asked' || outlet.closed) return;
          if (clock.isOver) {
            onward.next(); // else who writes while it is told is never over
            return;
          }
          state = 'slicing';
          drain.allow(Infinity);
          try {
            drain.slice(outlet, isUnheard);
          } catch (error) {
            outlet.error(error); // its own end: the others have their turns
            return;
          }
          if (isEnding || drain.wait !== undefined || buffer.pending > 0) onward.next();
          else {
            drain.allow(0);
            state = 'idle';
          }
          if (isEnding) onward.complete();
        };
        const arrived = (batch: readonly Change<T>[]): boolean => {
          try {
            drain.push(batch, now());
          } catch (error) {
            outlet.error(error); // its own end, which waits for nothing
          }
          if (state !== 'idle' || buffer.pending === 0) return false;
          if (turns === undefined) onward.next();
          else {
            state = 'asked';
            turns.ask(goOn);
          }
          return false;
        };
        const ending = (): void => {
          isEnding = true;
          if (state === 'asked') onward.next(); // whoever gives turns may have nobody left
          if (state !== 'slicing') onward.complete();
        };
        // `next` comes first: it knows what there is to wait for.
        const slices$ = EMPTY.pipe(
          repeat({ delay: () => next().pipe(tap(() => drain.slice(outlet, isUnheard))) }),
        );

        // What only waits is stopped first, for each operator that it passes costs every subscriber 20 to 30 ns an event.
        const arrivals$ = source.pipe(
          filter(arrived),
          catchError((error: unknown) => {
            if (state === 'idle') throw error;
            failure = { error };
            return EMPTY;
          }),
          tap({ complete: ending }),
        );
        // In this order: a source may end while it is subscribed to.
        return merge(onward, arrivals$).pipe(
          switchMap(() => {
            state = 'busy';
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
