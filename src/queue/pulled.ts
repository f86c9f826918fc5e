import {
  concat,
  defer,
  EMPTY,
  filter,
  finalize,
  map,
  mergeMap,
  type Observable,
  type OperatorFunction,
  repeat,
} from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import type { Deltas } from './delta.ts';
import { AtomicFifo } from './machine/atomic-fifo.ts';
import { deltaOf } from './machine/delta-of.ts';
import { keyOrder } from './machine/key-order.ts';
import { type Process, PullLoop } from './machine/pull-loop.ts';
import { trampoline$, workInSlices } from '../scheduling/index.ts';

/**
 * `deltaFifo` and the one who pops it, in one: for a consumer that is mostly done at once, and then costs no subscription
 * and no turn of a scheduler (1.3 µs an event less than by a Subject of pops and a `concatMap`). What it is not done with
 * is waited for, and events gather meanwhile; then they are processed in slices of 5 ms, because there can be 100,000.
 *
 * Never emits; completes when the source has and nothing waits. What `process` throws, or its Observable, is its error. An error
 * of the source drops what waits.
 */
export function pulled<T extends KubeObject>(
  process: Process<Deltas<T>, Observable<never>>,
): OperatorFunction<ReflectorEvent<T>, never> {
  return (events$) =>
    defer(() => {
      const loop = new PullLoop(
        new AtomicFifo(keyOrder<T>()),
        (event): Deltas<T> => [deltaOf(event)],
        process,
      );
      const waits = (first: Observable<never>): Observable<never> => {
        let wait: Observable<never> | undefined = first;
        const rest$ = workInSlices((pause) => {
          const next = loop.resume(pause);
          wait = next === 'paused' ? undefined : next;
          return next !== 'paused';
        });
        const goOn = (): Observable<unknown> => (wait === undefined ? EMPTY : trampoline$);
        return defer(() => concat(wait ?? EMPTY, rest$)).pipe(repeat({ delay: goOn }));
      };

      return events$.pipe(
        map((event) => loop.write(event)),
        filter((wait) => wait !== undefined),
        mergeMap(waits),
        finalize(() => loop.stop()),
      );
    });
}
