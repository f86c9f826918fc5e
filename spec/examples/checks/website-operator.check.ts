import type { ExampleCheck } from '../example-check.ts';
import { becomes, installCrd } from '../support/custom-resources.ts';

/**
 * Checks that the operator makes the objects of a Website, undoes changes of other clients, reports the status, and goes on after
 * an outage.
 */
export const check: ExampleCheck = {
  prepare: ({ cluster, namespace }) =>
    installCrd(cluster, 'website-operator/crd.yaml', websitesOf(namespace)),
  run: async ({ cluster, namespace, printed, cut, mend }) => {
    const site = `${websitesOf(namespace)}/home`;
    const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/home`;
    const configMap = `/api/v1/namespaces/${namespace}/configmaps/home`;
    await cluster.create(websitesOf(namespace), {
      apiVersion: 'example.com/v1',
      kind: 'Website',
      metadata: { name: 'home' },
      spec: { html: '<h1>Hello</h1>', replicas: 2 },
    });
    await printed(/^done \S+\/home$/m);
    await becomes(cluster, `/api/v1/namespaces/${namespace}/services/home`, 'metadata/name', 'home');
    await becomes(cluster, deployment, 'spec/replicas', 2);

    await cluster.patch(deployment, { spec: { replicas: 7 } });
    await becomes(cluster, deployment, 'spec/replicas', 2);
    await cluster.remove(configMap);
    await becomes(cluster, configMap, 'data/index.html', '<h1>Hello</h1>');

    const status = { replicas: 2, readyReplicas: 2, availableReplicas: 2 };
    await cluster.patch(`${deployment}/status`, { status });
    await becomes(cluster, site, 'status/conditions/0/reason', 'AllAvailable');

    cut();
    await cluster.patch(site, { spec: { html: '<h1>Bye</h1>' } });
    mend();
    await becomes(cluster, configMap, 'data/index.html', '<h1>Bye</h1>');
  },
  ends: 'on-interrupt',
};

const websitesOf = (namespace: string): string => `/apis/example.com/v1/namespaces/${namespace}/websites`;
