import { deepEqual, ok } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that both handlers receive all changes in order. The fast handler must receive the whole first list before
 * the slow handler receives its second pod.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'b', 'c']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output }) => {
    const pods = podsOf(namespace);
    await printed(/^quick: found c$/m);
    await cluster.create(pods, pod('d'));
    await cluster.remove(`${pods}/a`);
    await printed(/^quick: deleted a$/m);
    await printed(/^slow: deleted a$/m);

    const lines = output().trimEnd().split('\n');
    const heardBy = (name: string): readonly string[] =>
      lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    const all = ['found a', 'found b', 'found c', 'added d', 'updated a', 'deleted a'];
    deepEqual(heardBy('quick'), all);
    deepEqual(heardBy('slow'), all);
    deepEqual(lines.length, 2 * all.length);
    ok(lines.indexOf('quick: found c') < lines.indexOf('slow: found b'));
  },
  ends: 'on-interrupt',
};
