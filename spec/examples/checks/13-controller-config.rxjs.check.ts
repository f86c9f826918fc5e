import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that the program retries failed changes, and that other keys do not wait for the retries. The changes of a
 * resync must have the cause `resync`.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['difficult', 'easy']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output, interrupt, ended }) => {
    const pods = podsOf(namespace);
    await printed(/^added difficult$/m);
    await cluster.create(pods, pod('b'));
    await printed(/^added b$/m);
    await cluster.remove(`${pods}/b`);
    await printed(/^deleted b$/m);
    await printed(/^resynced difficult\nresynced easy$/m);
    interrupt();
    await ended;

    deepEqual(
      output()
        .replaceAll(namespace, 'NAMESPACE')
        .replace(/version: \d+$/m, 'version: …')
        .replace(/^resynced \w+\n/gm, '')
        .split('\n'),
      [
        'NAMESPACE/difficult was refused: not now',
        'added easy',
        'added difficult',
        'added b',
        'updated b',
        'deleted b',
        'synced: true at version: …',
        '',
      ],
    );
  },
  ends: 'on-interrupt',
};
