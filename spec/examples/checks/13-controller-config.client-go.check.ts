import { deepEqual, match } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that the controller retries failed deltas, and that other keys do not wait for the retries. Resyncs must use
 * the same queue and the same function.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'difficult']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output, interrupt, ended }) => {
    const pods = podsOf(namespace);
    await printed(/^ {2}added difficult$/m);
    await cluster.create(pods, pod('b'));
    await printed(/^ {2}added b$/m);
    await cluster.remove(`${pods}/b`);
    await printed(/^ {2}deleted b$/m);
    await printed(/^ {2}resynced difficult$/m);
    interrupt();
    await ended;

    const printedLines = output()
      .replaceAll(namespace, 'NAMESPACE')
      .replace(/version: \d+$/m, 'version: …');
    match(
      printedLines,
      /^popped NAMESPACE\/a: Sync\n {2}resynced a\npopped NAMESPACE\/difficult: Sync\n {2}resynced difficult$/m,
    );
    deepEqual(printedLines.replace(/^popped \S+: Sync\n {2}resynced \w+\n/gm, '').split('\n'), [
      'popped NAMESPACE/a: Replaced (first list)',
      '  added a',
      'popped NAMESPACE/difficult: Replaced (first list)',
      'NAMESPACE/difficult was refused: Error: not now',
      'popped NAMESPACE/difficult: Replaced',
      '  added difficult',
      'popped NAMESPACE/b: Added',
      '  added b',
      'popped NAMESPACE/b: Updated',
      '  updated b',
      'popped NAMESPACE/b: Deleted',
      '  deleted b',
      'synced: true at version: …',
      '',
    ]);
  },
  ends: 'on-interrupt',
};
