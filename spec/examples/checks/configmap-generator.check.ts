import type { ExampleCheck } from '../example-check.ts';
import { becomes, installCrd } from '../support/custom-resources.ts';

/** Checks that the operator makes a ConfigMap, follows its object, and undoes changes of other clients. */
export const check: ExampleCheck = {
  prepare: ({ cluster, namespace }) =>
    installCrd(cluster, 'configmap-generator/crd.yaml', generatorsOf(namespace)),
  run: async ({ cluster, namespace, printed }) => {
    const configMap = `/api/v1/namespaces/${namespace}/configmaps/settings`;
    await cluster.create(generatorsOf(namespace), {
      apiVersion: 'example.com/v1',
      kind: 'ConfigMapGenerator',
      metadata: { name: 'settings' },
      spec: { content: 'color: blue' },
    });
    await printed(/^\S+\/settings (?:initial|watch)$/m);
    await becomes(cluster, configMap, 'data/content', 'color: blue');
    await cluster.patch(`${generatorsOf(namespace)}/settings`, { spec: { content: 'color: red' } });
    await becomes(cluster, configMap, 'data/content', 'color: red');
    await cluster.patch(configMap, { data: { content: 'color: green' } });
    await becomes(cluster, configMap, 'data/content', 'color: red');
    await cluster.remove(configMap);
    await becomes(cluster, configMap, 'data/content', 'color: red');
  },
  ends: 'on-interrupt',
};

const generatorsOf = (namespace: string): string =>
  `/apis/example.com/v1/namespaces/${namespace}/configmapgenerators`;
