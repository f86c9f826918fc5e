import type { ExampleCheck } from '../example-check.ts';
import { becomes } from '../support/custom-resources.ts';

/**
 * Runs one process. Checks that this process becomes the leader and counts. `processes.slow.ts` checks
 * several processes.
 */
export const check: ExampleCheck = {
  environment: () => ({ IDENTITY: 'only' }),
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(`/api/v1/namespaces/${namespace}/configmaps`, { metadata: { name: 'counter' } });
  },
  run: async ({ cluster, namespace, printed }) => {
    await printed(/^leads$/m);
    await printed(/^counted 2$/m);
    await becomes(cluster, `/api/v1/namespaces/${namespace}/configmaps/counter`, 'data/by-2', 'only');
    await becomes(
      cluster,
      `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/counter`,
      'spec/holderIdentity',
      'only',
    );
  },
  ends: 'on-interrupt',
};
