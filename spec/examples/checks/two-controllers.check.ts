import { equal } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { becomes } from '../support/custom-resources.ts';
import { pod, podsOf } from '../support/pods.ts';

/** Checks that both controllers work, and that they share one watch. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a'));
  },
  run: async ({ cluster, namespace, printed, requests }) => {
    await printed(/^\S+\/a Pending$/m);
    await becomes(cluster, `${podsOf(namespace)}/a`, 'metadata/labels/owner', 'unknown');
    await cluster.create(podsOf(namespace), pod('b', { owner: 'me' }));
    await cluster.patch(`${podsOf(namespace)}/b/status`, { status: { phase: 'Running' } });
    await printed(/^\S+\/b Running$/m);
    await becomes(cluster, `${podsOf(namespace)}/b`, 'metadata/labels/owner', 'me');
    equal(requests.filter((request) => request.includes('watch=')).length, 1, requests.join('\n'));
    await cluster.remove(`${podsOf(namespace)}/b`);
    await printed(/^\S+\/b gone$/m);
  },
  ends: 'on-interrupt',
};
