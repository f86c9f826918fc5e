import type { ExampleCheck } from '../example-check.ts';
import { becomes } from '../support/custom-resources.ts';

/**
 * Runs one process. Checks that this process takes all shards, and does all work. `processes.slow.ts` checks several
 * processes.
 */
export const check: ExampleCheck = {
  environment: () => ({ IDENTITY: 'only' }),
  run: async ({ cluster, namespace, printed }) => {
    const configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
    await printed(/^shards 0 1 2 3$/m);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await cluster.create(configMaps, { metadata: { name, labels: { work: '' } } });
      await becomes(cluster, `${configMaps}/${name}`, 'data/worker', 'only');
    }
  },
  ends: 'on-interrupt',
};
