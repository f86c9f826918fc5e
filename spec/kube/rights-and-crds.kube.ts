import { afterEach, describe, expect, it } from '@jest/globals';
import { type Change, type GroupVersionResource, informer, type KubeObject, listWatch } from 'rx-informer';
import { core } from 'rx-informer/kinds';
import { Subscription } from 'rxjs';
import { asAdmin } from './support/admin.ts';
import { sharedCluster, transportTo } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { observe, stopObserving } from './support/observed.ts';
import { definitions } from './support/widgets.ts';
import { names, workbench } from './support/workbench.ts';

const cluster = sharedCluster();
const trinkets: GroupVersionResource = { group: 'example.org', version: 'v1', resource: 'trinkets' };
const path = '/apis/example.org/v1/namespaces/default/trinkets';
const definition = {
  metadata: { name: 'trinkets.example.org' },
  spec: {
    group: 'example.org',
    scope: 'Namespaced',
    names: { plural: 'trinkets', singular: 'trinket', kind: 'Trinket', listKind: 'TrinketList' },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};
const trinket = (name: string) => ({
  apiVersion: 'example.org/v1',
  kind: 'Trinket',
  metadata: { name },
});

interface Established extends KubeObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** Creates the CRD, and waits until it is established. */
const define = (): Promise<void> =>
  asAdmin(cluster, async (ask) => {
    await eventually(() => ask('POST', definitions, definition));
    await eventually(async () => {
      const { status } = await ask<Established>('GET', `${definitions}/trinkets.example.org`);
      expect(status?.conditions).toContainEqual(
        expect.objectContaining({ type: 'Established', status: 'True' }),
      );
    });
  });
const withdraw = (): Promise<unknown> =>
  asAdmin(cluster, (ask) => ask('DELETE', `${definitions}/trinkets.example.org`));

let running = new Subscription();
afterEach(() => {
  running.unsubscribe();
  running = new Subscription();
  stopObserving();
});

describe('an informer of a custom resource', () => {
  it('should start within 2 s of its CRD, and receive the deletions when the CRD is removed', async () => {
    const one = informer(listWatch(transportTo(cluster), trinkets));
    const changes: Change<KubeObject>[] = [];
    let watchingAt = 0;
    let isMissing = false;
    running.add(
      one.status$.subscribe((status) => {
        if (status.phase === 'watching') watchingAt = Date.now();
        isMissing = status.phase === 'waiting' && status.failure === 'notFound';
      }),
    );
    running.add(one.store.batches$.subscribe((batch) => changes.push(...batch)));

    for (const round of ['first', 'second']) {
      await eventually(() => expect(isMissing).toBe(true), 15_000);
      watchingAt = 0;
      await define();
      const establishedAt = Date.now();
      await eventually(() => expect(watchingAt).toBeGreaterThan(0), 10_000);
      expect(watchingAt - establishedAt).toBeLessThan(2_000);

      await asAdmin(cluster, (ask) => eventually(() => ask('POST', path, trinket(round))));
      await eventually(() => expect(one.store.size).toBe(1));
      await withdraw();
      await eventually(() => expect(one.store.size).toBe(0), 15_000);
    }

    expect(changes.map(({ type, key }) => `${type} ${key}`)).toEqual([
      'added default/first',
      'deleted default/first',
      'added default/second',
      'deleted default/second',
    ]);
  }, 60_000);

  it('should delete its objects in one batch, if the CRD was removed while the informer was stopped', async () => {
    await define();
    await asAdmin(cluster, async (ask) => {
      for (const name of ['a', 'b', 'c']) await eventually(() => ask('POST', path, trinket(name)));
    });
    const batches: string[] = [];
    const one = informer(listWatch(transportTo(cluster), trinkets), { resetDelay: 0 });
    const subscribe = (): Subscription =>
      one.store.batches$.subscribe((batch) => {
        batches.push(batch.map(({ type, key }) => `${type} ${key}`).join(', '));
      });
    const first = subscribe();
    await eventually(() => expect(one.store.size).toBe(3));
    first.unsubscribe();

    await withdraw();
    await asAdmin(cluster, (ask) => eventually(() => expect(ask('GET', path)).rejects.toThrow(), 15_000));
    running.add(subscribe());
    await eventually(() => expect(one.store.size).toBe(0), 30_000);

    expect(batches.at(-1)).toBe('deleted default/a, deleted default/b, deleted default/c');
  }, 60_000);
});

describe('an informer of a user', () => {
  it("should delete its objects with onForbidden: 'clear', and add them when the rights are back", async () => {
    const bench = await workbench(cluster, core.v1.configmaps);
    await bench.create(names('map', 3));
    const group = `/apis/rbac.authorization.k8s.io/v1/namespaces/${bench.namespace}`;
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list', 'watch'] }];
    const grant = (): Promise<unknown> =>
      asAdmin(cluster, (ask) =>
        ask('POST', `${group}/rolebindings`, {
          metadata: { name: 'alice' },
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
          subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
        }),
      );
    await asAdmin(cluster, (ask) => ask('POST', `${group}/roles`, { metadata: { name: 'reader' }, rules }));
    await grant();
    const observed = observe(bench, transportTo(cluster, cluster.limitedToken), {
      onForbidden: 'clear',
      watchTimeout: 1_000,
    });
    const { informer: one, changes } = observed;
    await eventually(() => {
      one.retry();
      expect(one.store.size).toBe(3);
    });

    await asAdmin(cluster, (ask) => ask('DELETE', `${group}/rolebindings/alice`));
    await eventually(() => expect(one.store.size).toBe(0), 30_000);
    expect(changes.filter(({ type }) => type === 'deleted')).toHaveLength(3);
    expect([...observed.sizes]).toEqual([3, 0]);

    await grant();
    await eventually(() => {
      one.retry();
      expect(one.store.size).toBe(3);
    });
    await observed.sameAsServer();
  }, 90_000);
});
