import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/** Who comes late is told what is there; who has left hears no more; one list and one watch serve all. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'b']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output, requests }) => {
    const pods = podsOf(namespace);
    await printed(/^second: found b/m);
    await cluster.create(pods, pod('c'));
    await printed(/^second: added c/m);
    await cluster.remove(`${pods}/a`);
    await printed(/^second: deleted a/m);
    await cluster.remove(`${pods}/b`);
    await printed(/^first: deleted b/m);

    deepEqual(output().split('\n'), [
      'first: found a; there are 2',
      'first: found b; there are 2',
      'second: found a; there are 2',
      'second: found b; there are 2',
      'first: added c; there are 3',
      'second: added c; there are 3',
      'first: deleted a; there are 2',
      'second: deleted a; there are 2',
      'first: deleted b; there are 1',
      '',
    ]);
    deepEqual(requests.length, 1); // the streamed list goes on as the watch
  },
  ends: 'on-interrupt',
};
