import { describe, expect, it, jest } from '@jest/globals';
import { type Change, query, select } from 'rx-informer';
import { join, queryWindow, where } from 'rx-informer/derived';
import { informerSet } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import { of } from 'rxjs';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

type Name = 'east' | 'west';

/** Two clusters with the same pod and the same node, and the informers over both. */
function world() {
  const clusters = { east: virtualCluster(), west: virtualCluster() };
  const put = (cluster: Name, resource: 'pods' | 'nodes', key: string, value: string): void => {
    const object = kubeObject(key, { metadata: { labels: { value } } });
    clusters[cluster].collection(resource).put(object);
  };
  for (const cluster of ['east', 'west'] as const) {
    put(cluster, 'pods', 'shop/web', cluster);
    put(cluster, 'nodes', 'node-1', `node of the ${cluster}`);
  }
  const over = (resource: 'pods' | 'nodes') =>
    informerSet(of(['east', 'west'] as const), (id) => clusters[id].collection(resource).listerWatcher(), {
      cluster: (id) => id,
      indexers: { value: ({ metadata }) => [metadata.labels?.['value'] ?? ''] },
    });
  return { clusters, put, pods: over('pods'), nodes: over('nodes') };
}
const line = ({
  type,
  cluster,
  key,
  object,
}: Change<{ readonly metadata: { readonly labels?: object } }>): string =>
  `${type} ${cluster}: ${key} ${Object.values(object.metadata.labels ?? {}).join()}`;

describe('objects of two clusters with the same key', () => {
  it.each(['unbounded', 'conflate', { size: 10, overflow: 'drop-oldest' }] as const)(
    'should reach a subscriber one by one, with the buffer %j',
    async (buffer) => {
      const { put, pods } = world();
      const lines: string[] = [];
      const running = pods.changes({ buffer }).subscribe((change) => lines.push(line(change)));
      await jest.advanceTimersByTimeAsync(100);
      put('west', 'pods', 'shop/web', 'changed');
      await jest.advanceTimersByTimeAsync(100);
      running.unsubscribe();

      expect(lines).toEqual([
        'added east: shop/web east',
        'added west: shop/web west',
        'updated west: shop/web changed',
      ]);
    },
  );

  it('should both be in a query, through an index, and in a derived informer', async () => {
    const { put, pods } = world();
    const results: Record<string, readonly string[]> = {};
    const namesOf = (
      rows: readonly { readonly metadata: { readonly labels?: object } }[],
    ): readonly string[] => rows.flatMap(({ metadata }) => Object.values(metadata.labels ?? {}) as string[]);
    const west = where(pods, ({ metadata }) => metadata.labels?.['value'] !== 'east');
    const running = [
      query(pods).subscribe((rows) => (results['all'] = namesOf(rows))),
      query(pods, { sort: () => 0 }).subscribe((rows) => (results['sorted'] = namesOf(rows))),
      query(pods, { index: { name: 'value', value: 'west' } }).subscribe(
        (rows) => (results['index'] = namesOf(rows)),
      ),
      query(west).subscribe((rows) => (results['where'] = namesOf(rows))),
    ];
    await jest.advanceTimersByTimeAsync(100);
    expect(results).toEqual({
      all: ['east', 'west'],
      sorted: ['east', 'west'],
      index: ['west'],
      where: ['west'],
    });
    expect(west.store.get('shop/web', 'west')).toBe(pods.store.get('shop/web', 'west'));
    put('east', 'pods', 'shop/web', 'west');
    await jest.advanceTimersByTimeAsync(100);
    expect(results).toEqual({
      all: ['west', 'west'],
      sorted: ['west', 'west'],
      index: ['west', 'west'],
      where: ['west', 'west'],
    });
    for (const one of running) one.unsubscribe();
  });

  it('should be in a view of one cluster only', async () => {
    const { clusters, put, pods } = world();
    const valueOf = (object: { readonly metadata: { readonly labels?: object } } | undefined): string =>
      object === undefined ? 'none' : Object.values(object.metadata.labels ?? {}).join();
    const seen: string[] = [];
    const running = [
      select(pods, 'shop/web', { cluster: 'west' }).subscribe((pod) => seen.push(`select ${valueOf(pod)}`)),
      select(pods, 'shop/web', { cluster: 'north' }).subscribe((pod) => seen.push(`north ${valueOf(pod)}`)),
      query(pods, { cluster: 'west' }).subscribe((rows) => seen.push(`query ${rows.map(valueOf).join()}`)),
      query(pods, { cluster: 'east', index: { name: 'value', value: 'west' } }).subscribe((rows) =>
        seen.push(`index ${rows.map(valueOf).join()}`),
      ),
      queryWindow(pods, { cluster: 'west', window: { from: 0, to: 5 } }).subscribe(({ rows, total }) =>
        seen.push(`window ${rows.map(valueOf).join()} of ${total}`),
      ),
    ];
    await jest.advanceTimersByTimeAsync(100);
    expect(seen.splice(0).sort()).toEqual([
      'index ',
      'north none',
      'query west',
      'select west',
      'window west of 1',
    ]);
    put('east', 'pods', 'shop/web', 'west');
    await jest.advanceTimersByTimeAsync(100);
    expect(seen.splice(0)).toEqual(['index west']);
    clusters.west.collection('pods').remove('shop/web');
    await jest.advanceTimersByTimeAsync(100);
    expect(seen.splice(0).sort()).toEqual(['query ', 'select none', 'window  of 0']);
    for (const one of running) one.unsubscribe();
  });

  it('should need the cluster for a select', async () => {
    const { pods } = world();
    const errors: unknown[] = [];
    select(pods, 'shop/web').subscribe({ error: (error: unknown) => errors.push(error) });
    await jest.advanceTimersByTimeAsync(100);

    expect(errors).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('select: cluster must be the name of a cluster, as in "east"'),
      }),
    ]);
  });

  it('should be joined within their cluster', async () => {
    const { put, pods, nodes } = world();
    const rows = join(pods, nodes, () => 'node-1', {
      row: (pod, node) => `${pod.metadata.labels?.['value']} on ${node?.metadata.labels?.['value']}`,
    });
    const lines: string[] = [];
    const running = rows
      .changes()
      .subscribe(({ type, cluster, key, object }) => lines.push(`${type} ${cluster}: ${key} ${object}`));
    await jest.advanceTimersByTimeAsync(100);
    put('east', 'nodes', 'node-1', 'a new node');
    await jest.advanceTimersByTimeAsync(100);
    running.unsubscribe();

    expect(lines).toEqual([
      'added east: shop/web east on node of the east',
      'added west: shop/web west on node of the west',
      'updated east: shop/web east on a new node',
    ]);
  });

  it('should be emitted again with their cluster by a resync', async () => {
    const { pods } = world();
    const lines: string[] = [];
    const running = pods
      .changes({ resyncPeriod: 1_000 })
      .subscribe(({ cause, cluster, key }) => lines.push(`${cause} ${cluster}: ${key}`));
    await jest.advanceTimersByTimeAsync(1_100);
    running.unsubscribe();

    expect(lines.slice(2)).toEqual(['resync east: shop/web', 'resync west: shop/web']);
  });
});
