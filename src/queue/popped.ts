import {
  defer,
  endWith,
  filter,
  from,
  map,
  merge,
  type Observable,
  type OperatorFunction,
  scan,
  takeWhile,
} from 'rxjs';
import { trampolineMap } from '../scheduling/index.ts';
import { type Fifo, FifoLoop, type Step } from './machine/fifo-loop.ts';

/** Runs the queue as a scan over events and pops. Each value of `pop` pops one key. */
export function popped<Event extends { readonly type: string }, Popped>(
  pop: Observable<unknown>,
  fifo: () => Fifo<Event, Popped>,
): OperatorFunction<Event, Popped> {
  return (events$) =>
    defer(() => {
      const pops$ = from(pop).pipe(
        map((): Step<Event> => ({ type: 'POP' })),
        endWith<Step<Event>, Step<Event>[]>({ type: 'POPS_END' }),
      );
      return merge(pops$, events$.pipe(endWith<Step<Event>>({ type: 'EVENTS_END' }))).pipe(
        // A consumer can pop from within `next`. Nested calls would overflow the stack for a long queue.
        trampolineMap((step) => step),
        scan((loop, step) => loop.step(step), new FifoLoop(fifo())),
        filter((loop) => loop.popped !== undefined || loop.isFinished),
        takeWhile(({ isFinished }) => !isFinished, true),
        map((loop) => loop.popped),
        filter((deltas) => deltas !== undefined),
      );
    });
}
