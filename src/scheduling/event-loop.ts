import { asapScheduler, asyncScheduler, defer, Observable, of, switchMap, timer } from 'rxjs';
import { SliceClock } from './machine/slice-clock.ts';
import { TurnBudget } from './machine/turn-budget.ts';

/**
 * Calls back in the next turn of the event loop, after timers, input and output.
 *
 * Uses `setImmediate` if it exists (Node, Deno, Bun: 1 µs), otherwise a message on a `MessageChannel` (browsers, where a timer
 * costs 4 ms), otherwise a timer. A microtask would run before timers and I/O (PF9). The function is looked up at each call, so
 * that fake timers work. After the call or its cancellation, nothing keeps the process alive.
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

  // A new channel per call: its port is closed after the call, because an open port keeps a process alive.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

/** Functions that only some runtimes have. The functions are declared here because the core compiles without Node's types. */
interface HostFunctions {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (immediate: unknown) => void;
  readonly MessageChannel?: typeof MessageChannel;
}

/** One object for the whole process, because a process has one event loop. */
const turnBudget = new TurnBudget(yieldToEventLoop);

/**
 * Emits once in a later turn of the event loop, after timers, input and output (PF9), and completes. Uses `new Observable`
 * because RxJS has no operator for a callback that can be cancelled.
 */
export const nextTurn$: Observable<void> = new Observable<void>((subscriber) =>
  turnBudget.wait(() => {
    subscriber.next();
    subscriber.complete();
  }),
);

/** Whether the slices of the process have used up the time limit of the current turn of the event loop (20 ms). */
export const isTurnOver = (): boolean => turnBudget.isOver(asyncScheduler.now());

/** Begins a slice of work. The time of the slice counts in the limit of the turn. @returns a function that ends the slice */
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
 * Creates a clock for slices of 5 ms. The clock uses the time of RxJS: under a `TestScheduler` no slice ever ends.
 *
 * @param longestStride - the clock is read at least once in this number of items
 */
export const sliceClock = (longestStride?: number): SliceClock =>
  new SliceClock(() => asyncScheduler.now(), longestStride);

/** Emits at the end of the current task, and completes. Works in virtual time, because `TestScheduler` replaces the scheduler. */
export const taskEnd$: Observable<unknown> = timer(0, asapScheduler);

/**
 * Emits at the end of the current task and completes, so that all events of one chunk of a body are collected first. If slices have
 * used up the current turn of the event loop, emits in a later turn.
 */
export const afterTask$: Observable<unknown> = defer(() =>
  taskEnd$.pipe(switchMap(() => (isTurnOver() ? nextTurn$ : of(undefined)))),
);
