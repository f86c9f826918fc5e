import { asapScheduler, asyncScheduler, defer, Observable, of, switchMap, timer } from 'rxjs';
import { SliceClock } from './machine/slice-clock.ts';
import { TurnBudget } from './machine/turn-budget.ts';

/**
 * Calls back in the next turn of the event loop, after timers, input and output.
 *
 * The function uses `setImmediate` if that function exists (in Node, Deno and Bun; 1 µs). Without `setImmediate`, as in
 * browsers, the function uses a message on a `MessageChannel`, because a timer costs 4 ms in a browser. If neither of
 * them exists, the function uses a timer. The function does not use a microtask, because a microtask would run before
 * timers, input and output (PF9). `setImmediate` is looked up at each call, so that fake timers work. After the call or
 * its cancellation, this function does not keep the process alive.
 *
 * @returns a function that cancels the call; after the call the function has no effect
 *
 * @example
 * ```ts
 * const cancel = yieldToEventLoop(() => nextSlice());
 * ```
 */
export function yieldToEventLoop(callback: () => void): () => void {
  const { setImmediate, clearImmediate, MessageChannel } = globalThis as unknown as HostFunctions;
  if (setImmediate !== undefined && clearImmediate !== undefined) {
    const immediate = setImmediate(callback);
    return () => clearImmediate(immediate);
  }
  if (MessageChannel === undefined) {
    const timer = setTimeout(callback, 0);
    return () => clearTimeout(timer);
  }

  // Each call uses a new channel. The port of the channel is closed after the call, because an open port
  // would keep the process running.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

/**
 * Functions that only some JavaScript runtimes have. They are declared here because the library compiles
 * without the types of Node.
 */
interface HostFunctions {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (immediate: unknown) => void;
  readonly MessageChannel?: typeof MessageChannel;
}

/** Limits the time slices of all informers together, because a process has only one event loop. */
const turnBudget = new TurnBudget(yieldToEventLoop);

/**
 * Emits once in a later turn of the event loop, after timers, input and output (PF9), and completes. The
 * constant uses `new Observable`, because RxJS has no operator for a callback that can be cancelled.
 */
export const nextTurn$: Observable<void> = new Observable<void>((subscriber) =>
  turnBudget.wait(() => {
    subscriber.next();
    subscriber.complete();
  }),
);

/**
 * Returns whether the slices of the process have used up the current turn of the event loop. The limit is 20
 * ms of slices in one turn.
 */
export const isTurnOver = (): boolean => turnBudget.isOver(asyncScheduler.now());

/**
 * Begins a slice of work. The duration of the slice counts for the limit of 20 ms in one turn of the event
 * loop.
 *
 * @returns a function that ends the slice
 */
export function beginSlice(): () => void {
  turnBudget.begin(asyncScheduler.now());
  return () => turnBudget.end(asyncScheduler.now());
}

export function asSlice<R>(slice: () => R): R {
  const end = beginSlice();
  try {
    return slice();
  } finally {
    end();
  }
}

/**
 * Creates a clock for slices of 5 ms. The clock uses the time of RxJS, so in the virtual time of a
 * `TestScheduler` no slice ever ends.
 *
 * @param longestStride - the clock is read at least once in this number of items
 */
export const sliceClock = (longestStride?: number): SliceClock =>
  new SliceClock(() => asyncScheduler.now(), longestStride);

/**
 * Emits at the end of the current task, and completes. The Observable also works in virtual time, because
 * `TestScheduler` replaces `asapScheduler`.
 */
export const taskEnd$: Observable<unknown> = timer(0, asapScheduler);

/**
 * Emits at the end of the current task, and completes. By then, all events of one chunk of a response body
 * have arrived. If slices have used up the current turn of the event loop, the Observable emits in a later
 * turn.
 */
export const afterTask$: Observable<unknown> = defer(() =>
  taskEnd$.pipe(switchMap(() => (isTurnOver() ? nextTurn$ : of(undefined)))),
);

/**
 * Creates a clock, in ms, that no correction of the system clock changes: it reads `performance.now()`. In virtual time
 * it reads the time of RxJS. If the time of RxJS differs from the system clock when this function is called, the time
 * is virtual.
 */
export function steadyClock(): () => number {
  const before = Date.now();
  const now = asyncScheduler.now();
  const isVirtual = now < before || now > Date.now();
  return isVirtual ? () => asyncScheduler.now() : () => performance.now();
}
