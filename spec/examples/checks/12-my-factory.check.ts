import { equal } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';

/** Two handlers hear all, and one informer asks for it. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a'));
    await cluster.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'colors' } });
  },
  run: async ({ cluster, namespace, printed, requests }) => {
    await printed(/^synced: 1 pods, 1 config maps$/m);
    await printed(/^audit: pod a$/m);
    await printed(/^billing: pod a$/m);

    await cluster.create(podsOf(namespace), pod('b'));
    await cluster.patch(`/api/v1/namespaces/${namespace}/configmaps/colors`, { data: { sky: 'blue' } });
    await printed(/^audit: pod b$/m);
    await printed(/^billing: pod b$/m);
    await printed(/^config map colors: \{ sky: 'blue' \}$/m);
    await cluster.remove(`${podsOf(namespace)}/b?gracePeriodSeconds=0`);
    await printed(/^audit: pod b has gone$/m);
    await printed(/^billing: pod b has gone$/m);

    for (const resource of ['pods', 'configmaps']) {
      const streamed = requests.filter((request) => request.includes(`/${resource}?`));
      equal(streamed.length, 1, `a list that goes on as a watch: ${streamed.join(', ')}`);
    }
  },
  ends: 'on-interrupt',
};
