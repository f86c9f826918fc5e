import { rejects } from 'node:assert/strict';
import type { ExampleCheck } from '../example-check.ts';
import { eventually } from '../support/answers.ts';
import { becomes } from '../support/custom-resources.ts';

/**
 * Checks that a change of the Secret also changes the copy. When the Secret is deleted, the finalizer must
 * keep the Secret until the copy is deleted.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create('/api/v1/namespaces', { metadata: { name: `${namespace}-copy` } });
  },
  run: async ({ cluster, namespace, printed }) => {
    const secrets = `/api/v1/namespaces/${namespace}/secrets`;
    const copy = `/api/v1/namespaces/${namespace}-copy/secrets/token`;
    await cluster.create(secrets, {
      metadata: { name: 'token', labels: { sync: `${namespace}-copy` } },
      data: { value: 'YQ==' },
    });
    await printed(/^synced \S+\/token$/m);
    await becomes(cluster, copy, 'data/value', 'YQ==');
    await becomes(cluster, `${secrets}/token`, 'metadata/finalizers/0', 'example.com/secret-syncer');
    await cluster.patch(`${secrets}/token`, { data: { value: 'Yg==' } });
    await becomes(cluster, copy, 'data/value', 'Yg==');

    await cluster.remove(`${secrets}/token`);
    await eventually(async () => {
      await rejects(cluster.get(`${secrets}/token`));
      await rejects(cluster.get(copy));
    });
  },
  ends: 'on-interrupt',
};
