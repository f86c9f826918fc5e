import { jest } from '@jest/globals';

/** Does something as if so many ms had passed; only the clock is moved, no timer. */
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
