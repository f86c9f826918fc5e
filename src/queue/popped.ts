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

/** Runs a queue with a `scan` over its events and pops. Each value of `pop` pops one entry of the queue. */
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
        // A consumer can pop the next entry in its `next` callback. For a long queue, nested calls would
        // overflow the stack.
        trampolineMap((step) => step),
        scan((loop, step) => loop.step(step), new FifoLoop(fifo())),
        filter((loop) => loop.popped !== undefined || loop.isFinished),
        takeWhile(({ isFinished }) => !isFinished, true),
        map((loop) => loop.popped),
        filter((deltas) => deltas !== undefined),
      );
    });
}
