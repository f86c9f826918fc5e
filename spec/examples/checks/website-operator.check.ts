import { equal } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import type { ExampleCheck, ExampleCluster } from '../example-check.ts';

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const crdFile = new URL('../../../examples/website-operator/crd.yaml', import.meta.url);

/**
 * Checks that the operator makes the objects of a Website, undoes changes of other clients, reports the status, and goes on after
 * an outage.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(crds, parse(await readFile(crdFile, 'utf8')) as object);
    await eventually(() => cluster.get(websitesOf(namespace)));
  },
  run: async ({ cluster, namespace, printed, cut, mend }) => {
    const site = `${websitesOf(namespace)}/home`;
    const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/home`;
    const spec = { html: '<h1>Hello</h1>', replicas: 2 };
    await cluster.create(websitesOf(namespace), {
      apiVersion: 'example.com/v1',
      kind: 'Website',
      metadata: { name: 'home' },
      spec,
    });
    await printed(/^done \S+\/home$/m);
    await eventually(() => cluster.get(`/api/v1/namespaces/${namespace}/services/home`));
    await becomes(cluster, deployment, ['spec', 'replicas'], 2);

    await cluster.patch(deployment, { spec: { replicas: 7 } });
    await becomes(cluster, deployment, ['spec', 'replicas'], 2);
    await cluster.remove(`/api/v1/namespaces/${namespace}/configmaps/home`);
    await becomes(
      cluster,
      `/api/v1/namespaces/${namespace}/configmaps/home`,
      ['data', 'index.html'],
      spec.html,
    );

    await cluster.patch(`${deployment}/status`, {
      status: { replicas: 2, readyReplicas: 2, availableReplicas: 2 },
    });
    await becomes(cluster, site, ['status', 'conditions', '0', 'reason'], 'AllAvailable');

    cut();
    await cluster.patch(site, { spec: { html: '<h1>Bye</h1>' } });
    mend();
    await becomes(
      cluster,
      `/api/v1/namespaces/${namespace}/configmaps/home`,
      ['data', 'index.html'],
      '<h1>Bye</h1>',
    );
  },
  ends: 'on-interrupt',
};

const websitesOf = (namespace: string): string => `/apis/example.com/v1/namespaces/${namespace}/websites`;

/** Waits until the field of the object has the value. */
async function becomes(
  cluster: ExampleCluster,
  path: string,
  field: readonly string[],
  value: unknown,
): Promise<void> {
  await eventually(async () => {
    const object: unknown = await cluster.get(path);
    const found = field.reduce<unknown>(
      (part, name) => (part as Record<string, unknown> | undefined)?.[name],
      object,
    );
    equal(found, value, `${path} ${field.join('.')}`);
  });
}

/** Tries again until the action succeeds, for at most a minute. */
async function eventually(action: () => Promise<unknown>): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 50) {
    try {
      await action();
      return;
    } catch {
      await sleep(50);
    }
  }
  await action();
}
