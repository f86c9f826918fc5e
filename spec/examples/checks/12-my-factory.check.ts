import { equal } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { pod, podsOf } from '../support/pods.ts';
import { whereDead, whereForbidden } from '../support/second-run.ts';

/**
 * Checks that two handlers receive all changes of one informer. The program must print a refused request and a broken
 * connection.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(podsOf(namespace), pod('a'));
    await cluster.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'colors' } });
  },
  run: async ({ cluster, namespace, printed, requests, cut }) => {
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

    cut();
    await printed(/^pods: ConnectionError: /m);
    await printed(/^configmaps: ConnectionError: /m);
    await whereForbidden('12-my-factory.ts', async (second) => {
      await second.printed(/^pods: StatusError: .*cannot .* resource "pods"/m);
      await second.printed(/^configmaps: StatusError: .*cannot .* resource "configmaps"/m);
    });
    await whereDead('12-my-factory.ts', (second) =>
      second.printed(/^pods: ConnectionError: .*ECONNREFUSED/m),
    );
  },
  ends: 'on-interrupt',
};
