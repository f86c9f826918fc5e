import { describe, expect, it, jest } from '@jest/globals';
import { filter, map, merge, type Observable, Subject } from 'rxjs';
import { informer } from 'rx-informer';
import { type ConfigMap, core } from 'rx-informer/kinds';
import {
  assertMarbles,
  assertNothingOpen,
  emissionsOf,
  kubeObject,
  marbleScheduler,
  virtualCluster,
  type VirtualClusterOptions,
} from 'rx-informer/testing';
import { keeperOf, keepPods } from '../../examples/pod-keeper/keep-pods.ts';

const keeper = (replicas: number | string, image = 'web:1'): ConfigMap =>
  kubeObject<ConfigMap>('shop/web', { data: { replicas: String(replicas), image } });

/**
 * Runs the controller with a ConfigMap that wants `replicas` pods. `until` is a subscription diagram: its `!` stops
 * the controller.
 */
function scenario(
  replicas: number,
  options: VirtualClusterOptions,
  until: string,
  act: (cluster: ReturnType<typeof clusterOf>) => void = () => undefined,
) {
  const scheduler = marbleScheduler();
  return scheduler.run(({ flush }) => {
    const cluster = clusterOf(options, scheduler);
    cluster.keepers.put(keeper(replicas));
    const seen = emissionsOf(linesOf(cluster), until);
    act(cluster);
    flush();
    assertNothingOpen([cluster.all, scheduler]);
    const writes = cluster.all.requests.filter(({ verb }) => verb === 'create' || verb === 'delete');
    const lists = cluster.all.requests.filter(
      ({ verb, options }) => verb === 'list' || (verb === 'watch' && options?.sendInitialEvents === true),
    ).length;
    const there = cluster.pods.objects();
    const images = there.map(({ spec }) => spec?.containers[0]?.image);
    return { seen, writes, lists, images, names: there.map(({ metadata }) => metadata.name) };
  });
}

function clusterOf(options: VirtualClusterOptions, scheduler: ReturnType<typeof marbleScheduler>) {
  const all = virtualCluster(options);
  return {
    all,
    keepers: all.collection(core.v1.configmaps),
    pods: all.collection(core.v1.pods),
    client: all.client(core.v1.pods),
    at: (ms: number, work: () => void) => void scheduler.schedule(work, ms),
  };
}

/** Runs the controller. Emits a line for each write and for each failure. */
function linesOf({ keepers, pods, client }: ReturnType<typeof clusterOf>): Observable<string> {
  const lines$ = new Subject<string>();
  const outcomes$ = keepPods(
    informer(keepers.listerWatcher()),
    informer(pods.listerWatcher(), { indexers: { keeper: keeperOf } }),
    client,
    { log: (line) => lines$.next(line) },
  );
  const failures$ = outcomes$.pipe(
    filter((outcome) => outcome.outcome === 'failed'),
    map(({ key, retryAfter }) =>
      retryAfter === undefined ? `${key} failed` : `${key} failed, again in ${retryAfter} ms`,
    ),
  );
  return merge(lines$, failures$);
}

const received = {
  a: 'made web-0',
  b: 'made web-1',
  c: 'made web-2',
  x: 'took web-0',
  y: 'took web-1',
  e: 'shop/web failed, again in 1000 ms',
  f: 'shop/web failed, again in 2000 ms',
};

describe('keepPods', () => {
  it('should create the missing pods, one after the other', () => {
    const { seen, names } = scenario(2, { latency: 2 }, '^ 20ms !');

    assertMarbles(seen, '--a-b', received);
    expect(names).toEqual(['web-0', 'web-1']);
  });

  it('should run once more after a change during a run', () => {
    const { seen, writes } = scenario(2, { latency: 3 }, '^ 30ms !', ({ at, keepers }) => {
      at(1, () => keepers.put(keeper(1)));
      at(2, () => keepers.put(keeper(3)));
    });

    // The first run completes. One more run follows for both changes of the ConfigMap and for the pods that the
    // controller has created.
    assertMarbles(seen, '---a--b--c', received);
    expect(writes.map(({ verb, key }) => `${verb} ${key}`)).toEqual([
      'create shop/web-0',
      'create shop/web-1',
      'create shop/web-2',
    ]);
  });

  it('should wait longer after each failure, and run immediately when the keeper changes in the meantime', () => {
    const { seen, names } = scenario(1, { latency: 1 }, '^ 5s !', ({ all, at, keepers }) => {
      all.refuseWrites(503, 2);
      at(2000, () => keepers.put(keeper(2)));
    });

    assertMarbles(seen, '-e 1000ms f 998ms ab', received);
    expect(names).toEqual(['web-0', 'web-1']);
  });

  it('should run immediately when the keeper is corrected during the wait for a retry', () => {
    const { seen, names } = scenario(1, { latency: 1 }, '^ 5m !', ({ all, at, keepers }) => {
      all.refuseWrites(503, 7);
      at(100_000, () => keepers.put(keeper(2)));
    });

    // The change of the ConfigMap at 100 s starts the eighth attempt at once. Otherwise this attempt would start at
    // 123 s.
    assertMarbles(seen, '-e 1000ms f 2000ms g 4000ms h 8000ms i 16000ms j 32000ms k 36993ms ab', {
      ...received,
      g: 'shop/web failed, again in 4000 ms',
      h: 'shop/web failed, again in 8000 ms',
      i: 'shop/web failed, again in 16000 ms',
      j: 'shop/web failed, again in 32000 ms',
      k: 'shop/web failed, again in 60000 ms',
    });
    expect(names).toEqual(['web-0', 'web-1']);
  });

  it('should run again each minute, but not for a deleted keeper', () => {
    const scheduler = marbleScheduler();
    scheduler.run(({ flush }) => {
      const cluster = clusterOf({ latency: 1 }, scheduler);
      cluster.keepers.put(keeper(1));
      const keepers = informer(cluster.keepers.listerWatcher());
      const pods = informer(cluster.pods.listerWatcher(), { indexers: { keeper: keeperOf } });
      const looks = jest.spyOn(pods.store, 'byIndex');
      emissionsOf(keepPods(keepers, pods, cluster.client), '^ 60m !');
      const counted: number[] = [];
      for (const minute of [5, 10, 12, 50]) {
        cluster.at(minute * 60_000 + 30_000, () => counted.push(looks.mock.calls.length));
      }
      cluster.at(10 * 60_000 + 31_000, () => cluster.keepers.remove('shop/web'));
      flush();

      const [five = 0, ten = 0, twelve = 0, fifty = 0] = counted;
      expect(ten - five).toBe(5);
      // Three runs: one for the last requeue before the deletes, one for the delete of the ConfigMap, and one for the
      // delete of its pod.
      expect(twelve - ten).toBe(3);
      expect(fifty - twelve).toBe(0);
      assertNothingOpen([cluster.all, scheduler]);
    });
  });

  it('should not create a pod twice while the watch has not delivered it', () => {
    const { seen, writes } = scenario(1, { latency: 1, lag: 50 }, '^ 200ms !', ({ at, keepers }) => {
      at(10, () => keepers.put(keeper(2)));
    });

    // The watch delivers the change of the ConfigMap with the same delay as the new pods.
    assertMarbles(seen, '-a 58ms -b', received);
    expect(writes.map(({ verb, key }) => `${verb} ${key}`)).toEqual([
      'create shop/web-0',
      'create shop/web-1',
    ]);
  });

  it('should treat an existing pod as created', () => {
    const { seen, names } = scenario(2, { lag: 50 }, '^ 200ms !', ({ pods }) => {
      pods
        .create({
          metadata: { name: 'web-0', namespace: 'shop', labels: { 'pod-keeper': 'web' } },
          spec: { containers: [{ name: 'main', image: 'web:1' }] },
        })
        .subscribe();
    });

    assertMarbles(seen, 'b', received);
    expect(names).toEqual(['web-0', 'web-1']);
  });

  it('should lose nothing after a 410', () => {
    // The watch ends, and the history is compacted, before the watch delivers the delete. So no watch event reports
    // the delete.
    const { seen, names, lists } = scenario(2, { lag: 20 }, '^ 10s !', ({ all, at, pods }) => {
      at(100, () => {
        pods.remove('shop/web-0');
        all.compact();
        all.endWatches();
      });
    });

    expect(seen.values).toEqual([received.a, received.b, received.a]);
    expect(names).toEqual(['web-0', 'web-1']);
    expect(lists).toBe(6); // two lists of each informer, and after each short watch a request that reads the current resourceVersion
  });

  it.each(['two', '', '-1', '1.5', 'Infinity', '1e9'])(
    'should ignore a keeper of %j replicas, and report it',
    (replicas) => {
      const { seen, names } = scenario(2, { latency: 1 }, '^ 1s !', ({ at, keepers }) => {
        at(100, () => keepers.put(keeper(replicas)));
      });

      expect(seen.values).toEqual([received.a, received.b, 'shop/web failed']);
      expect(names).toEqual(['web-0', 'web-1']);
    },
  );

  it('should delete the pods of a deleted keeper', () => {
    const { seen, names } = scenario(1, { latency: 1 }, '^ 1s !', ({ at, keepers }) => {
      at(100, () => keepers.remove('shop/web'));
    });

    expect(seen.values).toEqual([received.a, received.x]);
    expect(names).toEqual([]);
  });

  it.each([0, 20])('should replace pods of another image one at a time, with a lag of %d ms', (lag) => {
    const { seen, images } = scenario(2, { latency: 1, lag }, '^ 10s !', ({ at, keepers }) => {
      at(100, () => keepers.put(keeper(2, 'web:2')));
    });

    expect(seen.values.filter((line) => !line.includes('failed'))).toEqual([
      ...[received.a, received.b],
      ...[received.x, received.a],
      ...[received.y, received.b],
    ]);
    expect(images).toEqual(['web:2', 'web:2']);
  });

  it('should run again when a pod that it deletes has changed in the meantime', () => {
    const { seen, names } = scenario(1, { latency: 1, lag: 20 }, '^ 5s !', ({ at, pods }) => {
      const failed = (phase: string) => pods.patch('shop/web-0', { status: { phase } }).subscribe();
      at(100, () => failed('Failed'));
      at(115, () => failed('Succeeded'));
    });

    expect(seen.values).toEqual([received.a, received.e, received.x, received.a]);
    expect(names).toEqual(['web-0']);
  });
});
