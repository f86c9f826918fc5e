import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { KubeObject } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { type Cluster, down, up } from './kube.mjs';
import { asAdmin } from './support/admin.ts';
import { transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, type Observed, stopObserving } from './support/observed.ts';
import { busySeat, limitTo, rightsOf } from './support/rights.ts';
import { definitions, defineWidgets, widgets } from './support/widgets.ts';
import { names, workbench } from './support/workbench.ts';

// Time limit in ms. The reflector repeats a refused request after 30 to 60 s.
const patience = 100_000;
const alice = 'alice';
let cluster: Cluster;

beforeAll(async () => {
  cluster = await up();
});
afterAll(() => down(cluster));
afterEach(stopObserving);

describe('a temporary refusal', () => {
  it(
    'should work once a user without rights receives them, and once a missing resource exists',
    async () => {
      const maps = await workbench(cluster, core.v1.configmaps);
      await maps.create(names('map', 20));
      const forbidden = observe(maps, transportTo(cluster, cluster.limitedToken));
      const missing = observe(await workbench(cluster, widgets), transportTo(cluster));
      await eventually(() => expect(failuresOf(forbidden)).toContain('forbidden'));
      await eventually(() => expect(failuresOf(missing)).toContain('notFound'));

      await rightsOf(cluster, alice).grant();
      await defineWidgets(cluster);

      await eventually(() => expect(forbidden.informer.store.hasSynced).toBe(true), patience);
      await eventually(() => expect(missing.informer.store.hasSynced).toBe(true), patience);
      await forbidden.sameAsServer();
      forbidden.expectNothingLost();
    },
    2 * patience,
  );

  it(
    'should work once a custom resource that was deleted is created again',
    async () => {
      await defineWidgets(cluster);
      const bench = await workbench(cluster, widgets, () => ({
        apiVersion: 'example.com/v1',
        kind: 'Widget',
        spec: { size: 1 },
      }));
      await bench.create(names('widget', 10));
      const observed = observe(bench, transportTo(cluster), { backoff: { initial: 100, max: 1_000 } });
      await observed.hasSynced();

      await asAdmin(cluster, (ask) => ask('DELETE', `${definitions}/widgets.example.com`));
      await eventually(() => expect(failuresOf(observed)).toContain('notFound'));
      await defineWidgets(cluster);
      await bench.create(names('again', 5));

      await eventually(
        () => expect([...keysOf(observed)].sort()).toEqual(names(`${bench.namespace}/again`, 5)),
        patience,
      );
      const deleted = observed.changes.filter(({ type }) => type === 'deleted').map(({ key }) => key);
      expect(deleted.sort()).toEqual(names(`${bench.namespace}/widget`, 10));
    },
    2 * patience,
  );

  it('should wait for the Retry-After of a 429, a text/plain answer of priority and fairness, and then work', async () => {
    const { grant } = rightsOf(cluster, alice);
    await grant();
    await limitTo(cluster, alice);
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 20));

    const seat = busySeat(cluster, cluster.limitedToken);
    let observed: Observed<KubeObject>;
    try {
      await seat.taken;
      observed = observe(bench, transportTo(cluster, cluster.limitedToken));
      await eventually(() => expect(failuresOf(observed)).toContain('throttled'));
      expect(observed.informer.store.hasSynced).toBe(false);
    } finally {
      await seat.free();
    }
    const refusal = observed.statuses.find((status) => status.phase === 'waiting');
    expect(refusal?.error).toMatchObject({
      code: 429,
      message: expect.stringContaining('Too many requests, please try again later.'), // the body of the response is plain text
      retryAfterSeconds: expect.any(Number), // only the header `Retry-After` contains this number
    });
    expect((refusal?.retryAt ?? 0) - (refusal?.since ?? 0)).toBeGreaterThanOrEqual(1_000);
    await bench.change(names('map', 20));

    await observed.sameAsServer();
    observed.expectNothingLost('gaps');
  });
});

const failuresOf = ({ statuses }: Pick<Observed<never>, 'statuses'>): readonly string[] =>
  statuses.flatMap((status) => (status.phase === 'waiting' ? [status.failure] : []));

const keysOf = <T extends KubeObject>({ informer }: Observed<T>): readonly string[] =>
  informer.store.listKeys();
