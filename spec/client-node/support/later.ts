import { jest } from '@jest/globals';

/** Runs a task while the clock is ahead by `ms` ms. Timers use the real time. */
export async function later<T>(ms: number, task: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({
    now: Date.now() + ms,
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  try {
    return await task();
  } finally {
    jest.useRealTimers();
  }
}
