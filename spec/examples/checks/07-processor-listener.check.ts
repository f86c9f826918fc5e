import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';

/** Who adds does not wait; the handler is called one at a time, in order, and one that throws is told of and done. */
export const check: ExampleCheck = {
  run: async ({ ended, output }) => {
    await ended;

    deepEqual(output().split('\n'), [
      'add: added pod-1',
      'add: added pod-2',
      'add: added pod-3',
      'add: deleted pod-1',
      'add: added pod-4',
      'handler: pod-1 begins',
      'buffer: 4 wait',
      'done: added pod-1',
      'handler: pod-2 begins',
      'buffer: 3 wait',
      'done: added pod-2',
      'handler: pod-3 begins',
      'buffer: 2 wait',
      'done: added pod-3',
      'handler: onDelete of pod-1 failed: Error: pod-1 was not expected to go',
      'done: deleted pod-1',
      'handler: pod-4 begins',
      'buffer: 0 wait',
      'done: added pod-4',
      'buffer: 0 wait',
      'all that waited has been handled',
      '',
    ]);
  },
  ends: 'by-itself',
};
