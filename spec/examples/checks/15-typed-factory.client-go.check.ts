import type { ExampleCheck } from '../example-check.ts';
import { deployment, deploymentsOf } from '../support/deployments.ts';

/** Old and new of what is scaled; what was deleted while the watch was down; the lister after the sync. */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(deploymentsOf(namespace), deployment('web', 2, { tier: 'front' }));
    await cluster.create(deploymentsOf(namespace), deployment('db', 1, { tier: 'back' }));
  },
  run: async ({ cluster, namespace, printed }) => {
    const deployments = deploymentsOf(namespace);
    await printed(/^found web of 2$/m);
    await printed(/^all: (web of 2, db of 1|db of 1, web of 2)\nin the tier front: web of 2\nweb: 2$/m);

    await cluster.patch(`${deployments}/web`, { metadata: { labels: { color: 'blue' } } });
    await cluster.patch(`${deployments}/web`, { spec: { replicas: 5 } });
    await printed(/^scaled web of 2 to 5$/m);
    await cluster.create(deployments, deployment('job', 3));
    await printed(/^added job of 3$/m);
    await cluster.remove(`${deployments}/db`);
    await printed(/^deleted db of 1$/m);
  },
  ends: 'on-interrupt',
};
