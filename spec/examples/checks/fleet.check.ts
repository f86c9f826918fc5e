import { ok } from 'node:assert/strict';
import type { ExampleApiServer, ExampleCheck } from '../example-check.ts';
import { installCrd } from '../support/custom-resources.ts';
import { deployment, deploymentsOf } from '../support/deployments.ts';

const clustersOf = (namespace: string): string => `/apis/example.com/v1/namespaces/${namespace}/clusters`;

/**
 * Checks three clusters with a Deployment of the same key: a cluster joins, does not answer, answers again, moves to
 * another address, and leaves the fleet.
 */
export const check: ExampleCheck = {
  prepare: ({ cluster, namespace }) => installCrd(cluster, 'fleet/crd.yaml', clustersOf(namespace)),
  run: async (hub) => {
    const { namespace, printed, output, another } = hub;
    const deployments = deploymentsOf(namespace);
    const web = `${namespace}/web`;
    const [east, west] = await Promise.all([another(), another()]);
    for (const { cluster } of [east, west])
      await cluster.create('/api/v1/namespaces', { metadata: { name: namespace } });
    const join = (name: string, { url, ca }: ExampleApiServer): Promise<unknown> =>
      hub.cluster.create(clustersOf(namespace), {
        apiVersion: 'example.com/v1',
        kind: 'Cluster',
        metadata: { name },
        spec: { server: url, caData: Buffer.from(ca).toString('base64') },
      });

    for (const [nth, { cluster }] of [hub, east, west].entries())
      await cluster.create(deployments, deployment('web', nth + 1));
    await join('hub', hub);
    await printed(new RegExp(`^hub ${web} added; replicas: 1 in hub$`, 'm'));
    await join('east', east);
    await printed(new RegExp(`^east ${web} added; replicas: (?=.*1 in hub)(?=.*2 in east)`, 'm'));
    await join('west', west);
    await printed(
      new RegExp(`^west ${web} added; replicas: (?=.*1 in hub)(?=.*2 in east)(?=.*3 in west)`, 'm'),
    );
    await printed(/^(?=.*hub: watching)(?=.*east: watching)(?=.*west: watching)/m);

    east.cut();
    await printed(/^(?=.*hub: watching)(?=.*east: .*ECONNREFUSED)(?=.*west: watching)/m);
    await west.cluster.patch(`${deployments}/web`, { spec: { replicas: 4 } });
    await printed(new RegExp(`^west ${web} updated; replicas: (?=.*2 in east)(?=.*4 in west)`, 'm'));
    await east.cluster.patch(`${deployments}/web`, { spec: { replicas: 5 } });
    east.mend();
    await printed(new RegExp(`^east ${web} updated; replicas: (?=.*5 in east)(?=.*4 in west)`, 'm'));

    await hub.cluster.remove(`${clustersOf(namespace)}/east`);
    await printed(new RegExp(`^east ${web} has left the fleet; replicas: (?!.*in east)(?=.*4 in west)`, 'm'));
    await printed(/^(?!.*east)(?=.*hub: watching)(?=.*west: watching)/m);
    ok(!output().includes(' deleted'), output());

    // The address of west is now the address of east, where the Deployment has another number of replicas.
    await hub.cluster.patch(`${clustersOf(namespace)}/west`, { spec: { server: east.url } });
    await printed(new RegExp(`^west ${web} (?:added|updated); replicas: (?=.*5 in west)`, 'm'));
    ok(!output().includes('west: stopped'), output());
  },
  ends: 'on-interrupt',
};
