import type { ExampleCheck } from '../example-check.ts';
import { podsOf } from '../support/pods.ts';

const replicaSets = (namespace: string): string => `/apis/apps/v1/namespaces/${namespace}/replicasets`;
const nodes = '/api/v1/nodes';
/** Nodes have no namespace, and a real server has the nodes of other runs too. */
const nodeOf = (namespace: string): string => `node-of-${namespace}`;
const spec = { containers: [{ name: 'main', image: 'web:1' }] };

/** Checks that a change of a pod, of its node and of its owner prints the row again. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(nodes, { metadata: { name: nodeOf(namespace) } });
  },
  run: async ({ cluster, namespace, printed }) => {
    try {
      const labels = { app: 'web' };
      const { metadata } = await cluster.create(replicaSets(namespace), {
        metadata: { name: 'web' },
        spec: { replicas: 2, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
      });
      const owner = {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        name: 'web',
        uid: metadata.uid,
        controller: true,
      };
      await cluster.create(podsOf(namespace), {
        metadata: { name: 'a', labels, ownerReferences: [owner] },
        spec: { ...spec, nodeName: nodeOf(namespace) },
      });
      await printed(new RegExp(`^a on ${nodeOf(namespace)}, one of 2 of web$`, 'm'));
      await cluster.create(podsOf(namespace), { metadata: { name: 'b' }, spec });
      await printed(/^b on no node$/m);
      await cluster.patch(`${nodes}/${nodeOf(namespace)}`, { spec: { unschedulable: true } });
      await printed(new RegExp(`^a on ${nodeOf(namespace)} \\(cordoned\\), one of 2 of web$`, 'm'));
      await cluster.patch(`${replicaSets(namespace)}/web`, { spec: { replicas: 3 } });
      await printed(/\(cordoned\), one of 3 of web$/m);
      await cluster.remove(`${podsOf(namespace)}/b`);
      await printed(/^gone: b on no node$/m);
    } finally {
      await cluster.remove(`${nodes}/${nodeOf(namespace)}`);
    }
  },
  ends: 'on-interrupt',
};
