import { deepEqual, equal } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';

/**
 * Checks that the producer does not wait for the handler, and that the handler gets one call at a time, in order. If
 * the handler throws an error, the error is reported, and the change counts as handled.
 */
export const check: ExampleCheck = {
  run: async ({ ended, output }) => {
    await ended;

    const lines = output().split('\n');
    const isGauge = (line: string): boolean => line.startsWith('buffer: ');
    deepEqual(
      lines.filter((line) => !isGauge(line)),
      [
        'add: added pod-1',
        'add: added pod-2',
        'add: added pod-3',
        'add: deleted pod-1',
        'add: added pod-4',
        'handler: pod-1 begins',
        'done: added pod-1',
        'handler: pod-2 begins',
        'done: added pod-2',
        'handler: pod-3 begins',
        'done: added pod-3',
        'handler: onDelete of pod-1 failed: Error: pod-1 was not expected to go',
        'done: deleted pod-1',
        'handler: pod-4 begins',
        'done: added pod-4',
        'all that waited has been handled',
        '',
      ],
    );
    // The library emits metrics after each time slice. Their number is not fixed, because a busy computer needs more
    // time slices.
    const waiting = lines.filter(isGauge).map((line) => Number(/\d+/.exec(line)?.[0]));
    deepEqual(waiting, [...waiting].sort().reverse());
    equal(waiting[0], 4);
    equal(waiting.at(-1), 0);
  },
  ends: 'by-itself',
};
