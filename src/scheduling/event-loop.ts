import { asapScheduler, asyncScheduler, defer, Observable, of, switchMap, timer } from 'rxjs';
import { SliceClock } from './machine/slice-clock.ts';
import { TurnBudget } from './machine/turn-budget.ts';

/**
 * Calls back in the next turn of the event loop, after timers, input and output.
 *
 * Uses `setImmediate` where it exists (Node, Deno, Bun: 1 µs), else a message on a `MessageChannel` (browsers, where a timer
 * costs 4 ms), else a timer. A microtask would run before timers and I/O (PF9). The function is looked up at each call, so that
 * fake timers work. Nothing keeps the process alive after the call or its cancellation.
 *
 * @returns a function that cancels the call; it does nothing after the call
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

  // A new channel for each call: its port is closed after the call, because an open port keeps a process alive.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    callback();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}

/** Functions that only some runtimes have. Declared here because the core compiles without Node's types. */
interface HostFunctions {
  readonly setImmediate?: (callback: () => void) => unknown;
  readonly clearImmediate?: (immediate: unknown) => void;
  readonly MessageChannel?: typeof MessageChannel;
}

/** One for the whole process, which has one event loop. */
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

/** Whether the slices of this process have used up the current turn of the event loop (20 ms). */
export const isTurnOver = (): boolean => turnBudget.isOver(asyncScheduler.now());

/** Begins a slice of work. Its time counts in the budget of the turn. @returns a function that ends the slice */
export function beginSlice(): () => void {
  turnBudget.begin(asyncScheduler.now());
  return () => turnBudget.end(asyncScheduler.now());
}

/** Runs a function as a slice of work. */
export function asSlice<R>(slice: () => R): R {
  const end = beginSlice();
  try {
    return slice();
  } finally {
    end();
  }
}

/**
 * Makes a clock for slices of 5 ms. It uses the time of RxJS: under a `TestScheduler` no slice ever ends.
 *
 * @param longestStride - the clock is read at least once in so many items
 */
export const sliceClock = (longestStride?: number): SliceClock =>
  new SliceClock(() => asyncScheduler.now(), longestStride);

/** Emits at the end of the current task, and completes. Works in virtual time, because `TestScheduler` replaces the scheduler. */
export const taskEnd$: Observable<unknown> = timer(0, asapScheduler);

/**
 * Emits at the end of the current task, so that all events of one chunk of a body are collected before, and completes. Emits in a
 * later turn of the event loop if slices have used up the current one.
 */
export const afterTask$: Observable<unknown> = defer(() =>
  taskEnd$.pipe(switchMap(() => (isTurnOver() ? nextTurn$ : of(undefined)))),
);
