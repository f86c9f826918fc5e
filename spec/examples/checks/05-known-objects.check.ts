import { deepEqual } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks two deletes. The delete from a watch event must contain the final state, and the delete during an outage must
 * contain the last known state.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a', { app: 'web' }));
    await cluster.create(podsOf(namespace), pod('b', { app: 'api' }));
  },
  run: async ({ cluster, namespace, printed, output, cut, mend }) => {
    const pods = podsOf(namespace);
    await printed(new RegExp(`^Replaced ${namespace}/b; 2 known$`, 'm'));
    await cluster.create(pods, pod('c', { app: 'job' }));
    await cluster.remove(`${pods}/c`);
    await printed(new RegExp(`^Deleted ${namespace}/c`, 'm'));

    cut();
    await printed(/^the watch is down$/m);
    await cluster.remove(`${pods}/b`);
    await cluster.create(pods, pod('d'));
    mend();
    await printed(new RegExp(`^Deleted ${namespace}/b`, 'm'));

    deepEqual(output().replaceAll(namespace, 'NAMESPACE').split('\n'), [
      'Replaced NAMESPACE/a; 1 known',
      'Replaced NAMESPACE/b; 2 known',
      'Added NAMESPACE/c; 3 known',
      'Updated NAMESPACE/c; 3 known',
      'Deleted NAMESPACE/c: from the watch; its app was job; 2 known',
      'the watch is down',
      'Replaced NAMESPACE/a; 2 known',
      'Replaced NAMESPACE/d; 3 known',
      'Deleted NAMESPACE/b: not in the list; its app was api; 2 known',
      '',
    ]);
  },
  ends: 'on-interrupt',
};
