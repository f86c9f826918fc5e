import { deepEqual, match } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/**
 * Checks that each change is one event, in order, and that the delete of a pod is two events. A broken connection must
 * end the watch.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a'));
  },
  run: async ({ cluster, namespace, printed, output, cut, ended }) => {
    const pods = podsOf(namespace);
    const [, version = ''] = await printed(/^pods at version (\d+): 1$/m);
    await cluster.create(pods, pod('b'));
    await cluster.patch(`${pods}/b/status`, { status: { phase: 'Running' } });
    await cluster.remove(`${pods}/a`);
    await cluster.remove(`${pods}/b`);
    await printed(/^DELETED b /m);
    cut();
    await ended;

    const lines = output().split('\n');
    deepEqual(lines.slice(0, -2), [
      `pods at version ${version}: 1`,
      'ADDED b Pending',
      'MODIFIED b Running',
      'MODIFIED a Terminating',
      'DELETED a Terminating',
      'MODIFIED b Terminating',
      'DELETED b Terminating',
    ]);
    match(lines.at(-2) ?? '', /^the watch broke: \w*ConnectionError: /);
  },
  ends: 'by-itself',
};
