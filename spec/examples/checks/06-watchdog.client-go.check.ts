import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that the handler can distinguish the pods of the first list, and that the store contains each change before
 * the handler is called.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    for (const name of ['a', 'b']) await cluster.create(podsOf(namespace), pod(name));
  },
  run: async ({ cluster, namespace, printed, output }) => {
    const pods = podsOf(namespace);
    await printed(/^b was here/m);
    await cluster.create(pods, pod('c'));
    await cluster.patch(`${pods}/a/status`, { status: { phase: 'Running' } });
    await cluster.remove(`${pods}/b`);
    await printed(/^b has gone/m);

    deepEqual(output().split('\n'), [
      'a was here; pods: 2',
      'b was here; pods: 2',
      'c is new; pods: 3',
      'a went from Pending to Running; pods: 3',
      'b went from Pending to Terminating; pods: 3',
      'b has gone; pods: 2',
      '',
    ]);
  },
  ends: 'on-interrupt',
};
