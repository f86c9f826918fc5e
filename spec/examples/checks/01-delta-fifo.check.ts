import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';

/**
 * Checks that a key keeps its place in the queue, that one pop returns all deltas of a key, and that the delete of an
 * unknown key is ignored.
 */
export const check: ExampleCheck = {
  run: async ({ ended, output }) => {
    await ended;

    deepEqual(output().split('\n'), [
      'waiting: default/pod-1, default/pod-2, default/pod-3',
      'popped default/pod-1',
      '  it came, with 1',
      '  it has 1.1 now',
      '  it has gone',
      'popped default/pod-2',
      '  it came, with 2',
      'popped default/pod-3',
      '  it came, with 3',
      '  it has 3.3 now',
      'closed, and empty',
      '',
    ]);
  },
  ends: 'by-itself',
};
