import {
  defer,
  endWith,
  filter,
  from,
  map,
  merge,
  type Observable,
  observeOn,
  type OperatorFunction,
  queueScheduler,
  scan,
  takeWhile,
} from 'rxjs';
import type { Fifo } from './machine/fifo.ts';
import { PopLoop, type Step } from './machine/pop-loop.ts';

/** Each value of `pop` takes one key. */
export function popped<Event extends { readonly type: string }, Popped>(
  pop: Observable<unknown>,
  fifo: () => Fifo<Event, Popped>,
): OperatorFunction<Event, Popped> {
  return (events$) =>
    defer(() => {
      const pops$ = from(pop).pipe(
        map((): Step<Event> => ({ type: 'POP' })),
        endWith<Step<Event>, Step<Event>[]>({ type: 'POPS_END' }),
        // A consumer that pops from inside `next` nests: without the trampoline a long backlog overflows the stack.
        observeOn(queueScheduler),
      );
      return merge(pops$, events$.pipe(endWith<Step<Event>>({ type: 'EVENTS_END' }))).pipe(
        scan((loop, step) => loop.step(step), new PopLoop(fifo())),
        takeWhile((loop) => !loop.isFinished, true),
        map((loop) => loop.taken),
        filter((taken) => taken !== undefined),
      );
    });
}
