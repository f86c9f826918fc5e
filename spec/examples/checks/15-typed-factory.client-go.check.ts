import type { ExampleCheck } from '../example-check.ts';
import { deployment, deploymentsOf } from '../support/deployments.ts';
import { whereDead, whereForbidden } from '../support/second-run.ts';

/**
 * Checks four things: the old and the new object of a scaled Deployment, a delete while the watch is broken, the
 * lister after the sync, and failures.
 */
export const check: ExampleCheck = {
  prepare: async ({ cluster, namespace }) => {
    await cluster.create(deploymentsOf(namespace), deployment('web', 2, { tier: 'front' }));
    await cluster.create(deploymentsOf(namespace), deployment('db', 1, { tier: 'back' }));
  },
  run: async ({ cluster, namespace, printed, cut }) => {
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

    cut();
    await printed(/^deployments: ConnectionError: /m);
    const example = '15-typed-factory/client-go.ts';
    await whereForbidden(example, ({ printed }) =>
      printed(/^deployments: StatusError: .*cannot .* "deployments"/m),
    );
    await whereDead(example, ({ printed }) => printed(/^deployments: ConnectionError: .*ECONNREFUSED/m));
  },
  ends: 'on-interrupt',
};
