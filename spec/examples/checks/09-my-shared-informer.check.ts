import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that a late handler receives the objects of the store, and that a removed handler receives nothing more. All
 * handlers must share one list and one watch.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'b']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output, requests }) => {
    const pods = podsOf(namespace);
    await printed(/^second: found b/m);
    await cluster.create(pods, pod('c'));
    await printed(/^first: added c/m);
    await printed(/^second: added c/m);
    await cluster.remove(`${pods}/a`);
    await printed(/^first: deleted a/m);
    await printed(/^second: deleted a/m);
    await cluster.remove(`${pods}/b`);
    await printed(/^first: deleted b/m);

    const lines = output().trimEnd().split('\n');
    const heardBy = (name: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    const both = [
      'found a; there are 2',
      'found b; there are 2',
      'added c; there are 3',
      'deleted a; there are 2',
    ];
    deepEqual(heardBy('first'), [...both, 'deleted b; there are 1']);
    deepEqual(heardBy('second'), both);
    deepEqual(lines.length, 2 * both.length + 1);
    deepEqual(requests.length, 1); // the streaming list continues as the watch
  },
  ends: 'on-interrupt',
};
