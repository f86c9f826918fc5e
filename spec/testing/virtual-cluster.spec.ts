import { describe, expect, it } from '@jest/globals';
import {
  ConnectionError,
  informer,
  type KubeObject,
  type ListOptions,
  OptionsError,
  StatusError,
} from 'rx-informer';
import {
  kubeObject,
  pod,
  virtualCluster,
  type VirtualCluster,
  type VirtualCollection,
} from 'rx-informer/testing';
import { core, type Pod } from 'rx-informer/kinds';
import { catchError, filter, map, mergeMap, of, timer } from 'rxjs';
import { marbles } from '../support/marbles.ts';

const random = () => 0;
const fill = (collection: VirtualCollection<KubeObject>, ...names: readonly string[]) =>
  names.forEach((name) => collection.put(kubeObject(name)));
const pagesOf = (collection: VirtualCollection<KubeObject>, options?: ListOptions, scope?: object) =>
  collection
    .listerWatcher(scope)
    .list(options)
    .pipe(
      map(({ items, resourceVersion, remainingItemCount = '' }) => {
        const names = items.map(({ metadata }) => metadata.name).join('');
        return `${names}@${resourceVersion}+${remainingItemCount}`;
      }),
    );

describe('virtualCluster, lists', () => {
  it('should list by key, in pages of one version (P14, P15)', () => {
    marbles().run(({ expectObservable }) => {
      const pods = virtualCluster().collection('pods');
      fill(pods, 'c', 'a', 'b');

      expectObservable(pagesOf(pods)).toBe('(p|)', { p: 'abc@4+' });
      expectObservable(pagesOf(pods, { limit: 2 })).toBe('(pq|)', { p: 'ab@4+1', q: 'c@4+' });
      expectObservable(pagesOf(pods, { limit: 2, resourceVersion: '0' })).toBe('(p|)', { p: 'abc@4+' });
      expectObservable(pagesOf(pods, {}, { fieldSelector: 'metadata.name!=b' })).toBe('(p|)', { p: 'ac@4+' });
      expectObservable(pagesOf(pods, { limit: 1 }, { fieldSelector: 'metadata.name!=b' })).toBe('(pq|)', {
        p: 'a@4+',
        q: 'c@4+',
      });
      expectObservable(pagesOf(pods, { limit: 1 }, { labelSelector: '!app' })).toBe('(pqr|)', {
        p: 'a@4+',
        q: 'b@4+',
        r: 'c@4+',
      });
      expectObservable(pagesOf(virtualCluster().collection('pods'))).toBe('(p|)', { p: '@1+' });
    });
  });

  it('should keep the state of the first page, until that state is compacted (P14, P21)', () => {
    marbles().run(({ expectObservable }) => {
      const cluster = virtualCluster({ listLatency: 2 });
      const pods = cluster.collection('pods');
      fill(pods, 'a', 'b', 'c');
      timer(3).subscribe(() => fill(pods, 'd'));
      timer(7).subscribe(() => cluster.compact());
      const gone = expect.objectContaining({ code: 410, inStream: false });

      expectObservable(pagesOf(pods, { limit: 2 })).toBe('--p-(q|)', { p: 'ab@4+1', q: 'c@4+' });
      expectObservable(pagesOf(pods, { limit: 2 }), '----^').toBe('------p-(q|)', {
        p: 'ab@5+2',
        q: 'cd@5+',
      });
      expectObservable(pagesOf(pods, { limit: 1 }), '^').toBe('--p-q-(r|)', {
        p: 'a@4+2',
        q: 'b@4+1',
        r: 'c@4+',
      });
      expectObservable(pagesOf(pods, { limit: 2, resourceVersion: '4' }), '-----^').toBe(
        '-------#',
        {},
        gone,
      );
      expectObservable(pagesOf(pods, { limit: 2 }), '^-!').toBe('-');
    });
  });

  it('should list a version exactly while it is kept (P16, P22), and wait for a later version (P11)', () => {
    marbles().run(({ expectObservable }) => {
      const cluster = virtualCluster();
      const pods = cluster.collection('pods');
      fill(pods, 'a', 'b');
      pods.put(kubeObject('a', { metadata: { uid: 'new' } }));
      pods.remove('b');
      const exact = (resourceVersion: string) =>
        pagesOf(pods, { resourceVersion, resourceVersionMatch: 'Exact' });

      expectObservable(exact('3')).toBe('(p|)', { p: 'ab@3+' });
      expectObservable(exact('4')).toBe('(p|)', { p: 'b@4+' });
      expectObservable(pagesOf(pods, { resourceVersion: '3', limit: 1 })).toBe('(pq|)', {
        p: 'a@3+1',
        q: 'b@3+',
      });
      expectObservable(pagesOf(pods, { resourceVersion: '3', resourceVersionMatch: 'NotOlderThan' })).toBe(
        '(p|)',
        {
          p: 'a@6+',
        },
      );
      expectObservable(exact('9')).toBe(
        '3s #',
        {},
        expect.objectContaining({ isResourceVersionTooLarge: true }),
      );
      timer(1).subscribe(() => cluster.compact('4'));
      expectObservable(exact('3'), '--^').toBe('--#', {}, expect.objectContaining({ code: 410 }));
      expectObservable(exact('5'), '--^').toBe('--(p|)', { p: 'ab@5+' });
    });
  });
});

describe('virtualCluster, refusals', () => {
  const match = 'resourceVersionMatch';
  const refusals: readonly [ListOptions, number, string][] = [
    [
      { resourceVersionMatch: 'NotOlderThan' },
      422,
      `${match}: Forbidden: ${match} is forbidden unless resourceVersion is`,
    ],
    [
      { resourceVersion: '0', resourceVersionMatch: 'Exact' },
      422,
      `${match} "exact" is forbidden for resourceVersion "0"`,
    ],
    [{ resourceVersion: 'abc' }, 400, 'invalid resource version: resourceVersion: Invalid value: "abc"'],
  ];
  it.each(refusals)('should refuse the list %j with %i', (options, code, message) => {
    marbles().run(({ expectObservable }) => {
      const refused = expect.objectContaining({ code, message: expect.stringContaining(message) });
      expectObservable(virtualCluster().listerWatcher('pods').list(options)).toBe('#', {}, refused);
    });
  });

  it('should refuse to watch from an invalid version', () => {
    marbles().run(({ expectObservable }) => {
      const refused = expect.objectContaining({ code: 500, inStream: false });
      const source = virtualCluster().listerWatcher('pods');
      expectObservable(source.watch({ resourceVersion: 'abc' })).toBe('#', {}, refused);
    });
  });
});

describe('virtualCluster', () => {
  it('should give objects the type of the constant that names their collection, and keep their own type', () => {
    const typed = virtualCluster();
    typed.client(core.v1.pods);
    const { apiVersion, kind } = typed.collection('pods').put(kubeObject('shop/web'));
    expect([apiVersion, kind]).toEqual(['v1', 'Pod']);
    const own = typed
      .collection(core.v1.pods)
      .put({ ...kubeObject<Pod>('shop/db'), apiVersion: 'v2', kind: 'Other' });
    expect([own.apiVersion, own.kind]).toEqual(['v2', 'Other']);
    const untyped = virtualCluster().collection('pods').put(kubeObject('shop/web'));
    expect('kind' in untyped).toBe(false);
  });

  it('should have one collection for each group and plural, with one version counter', () => {
    const cluster = virtualCluster();
    cluster.collection(core.v1.pods).put(pod('a'));
    fill(cluster.collection('nodes'), 'n');

    expect(cluster.collection('pods')).toBe(cluster.collection(core.v1.pods));
    expect(cluster.objects('nodes').map(({ metadata }) => metadata.resourceVersion)).toEqual(['3']);
    expect(cluster.objects(core.v1.pods)).toHaveLength(1);
    expect(cluster.resourceVersion).toBe('3');
  });

  it('should lose no change for an informer, despite writes of the tested code, lag, and a 410', () => {
    marbles().run(({ expectObservable, flush }) => {
      const cluster = virtualCluster({ latency: 5, lag: 20 });
      const pods = cluster.collection('pods');
      const known = informer(cluster.listerWatcher('pods'), { reflect: { random } });
      pods.put(pod('a'));
      timer(100).subscribe(() => cluster.endWatches());
      timer(101).subscribe(() => {
        pods.remove('default/a');
        pods.put(pod('c'));
        cluster.compact();
      });
      // This code under test creates the pod b when the pod a is added.
      const changes$ = known.changes();
      const written$ = changes$.pipe(
        filter(({ type, key }) => type === 'added' && key === 'default/a'),
        mergeMap(() => pods.create(pod('b'))),
      );
      const asText = map(
        ({ type, key, cause }: { type: string; key: string; cause: string }) => `${type} ${key} ${cause}`,
      );

      expectObservable(written$.pipe(map(({ metadata }) => metadata.uid)), '^ 3s !').toBe('-----u', {
        u: 'uid-1',
      });
      expectObservable(changes$.pipe(asText), '^ 3s !').toBe('a 24ms b 1674ms (xc)', {
        a: 'added default/a replay',
        b: 'added default/b watch',
        x: 'deleted default/a relist',
        c: 'added default/c relist',
      });
      flush();

      expect(cluster.objects('pods').map(({ metadata }) => metadata.name)).toEqual(['b', 'c']);
      expect(cluster.openRequests).toEqual([]);
    });
  });

  it('should answer a conflict to the tested code, which then succeeds at the next attempt', () => {
    marbles().run(({ expectObservable }) => {
      const pods = virtualCluster({ latency: 3 }).collection('pods');
      const stale = pods.put(pod('a'));
      timer(1).subscribe(() => pods.put(pod('a', { labels: { by: 'somebody else' } })));
      const labelled = (object: KubeObject): KubeObject => ({
        ...object,
        metadata: { ...object.metadata, labels: { ...object.metadata.labels, by2: 'us' } },
      });
      const written$ = pods.update(labelled(stale)).pipe(
        catchError((error: unknown) => {
          expect(error).toBeInstanceOf(StatusError);
          return pods.get('default/a').pipe(mergeMap((fresh) => pods.update(labelled(fresh))));
        }),
        map(({ metadata }) => metadata.labels),
      );

      expectObservable(written$).toBe('---------(l|)', { l: { by: 'somebody else', by2: 'us' } });
    });
  });

  it('should not undo a compaction with an earlier version, and refuse to compact a future version', () => {
    const cluster = virtualCluster();
    const errors: unknown[] = [];
    fill(cluster.collection('pods'), 'a', 'b', 'c');
    cluster.compact('4');
    cluster.compact('2');
    cluster
      .listerWatcher('pods')
      .watch({ resourceVersion: '3' })
      .pipe(catchError((error: unknown) => of(errors.push(error))))
      .subscribe();

    expect(errors).toEqual([expect.objectContaining({ code: 410 })]);
    expect(() => cluster.compact('9')).toThrow('a version up to 4');
    expect(() => cluster.compact('x')).toThrow(OptionsError);
  });

  it('should refuse the following writes with the given error, once by default', () => {
    const cluster = virtualCluster();
    const pods = cluster.collection('pods');
    const codes: unknown[] = [];
    const create = (name: string): void =>
      void pods.create(pod(name)).subscribe({
        next: () => codes.push(201),
        error: (error: unknown) => codes.push((error as StatusError).code),
      });
    cluster.refuseWrites(409, 2);
    cluster.refuseWrites(new StatusError({ code: 429 }));
    for (const name of ['a', 'b', 'c', 'd']) create(name);

    expect(codes).toEqual([409, 409, 429, 201]);
  });

  it('should end the open watches, with or without an error', () => {
    const cluster = virtualCluster();
    const ends: string[] = [];
    const watch = (): void =>
      void cluster
        .listerWatcher('pods')
        .watch()
        .subscribe({
          complete: () => ends.push('end'),
          error: (error: unknown) => ends.push((error as Error).message),
        });
    watch();
    cluster.endWatches();
    watch();
    cluster.endWatches(new ConnectionError('cut'));
    watch();
    cluster.restore(cluster.snapshot());

    expect(ends).toEqual(['end', expect.stringContaining('cut'), expect.stringContaining('was restored')]);
  });

  it('should restore the collections of a snapshot, including collections that are new to this cluster', () => {
    const one = virtualCluster();
    fill(one.collection('pods'), 'a', 'b');
    const other = virtualCluster();
    fill(other.collection('services'), 'c');
    other.restore(one.snapshot());

    expect(other.objects('pods').map(({ metadata }) => metadata.name)).toEqual(['a', 'b']);
    expect(other.objects('services')).toEqual([]);
    expect(other.resourceVersion).toBe(one.resourceVersion);
    other.restore();
    expect(other.objects('pods')).toEqual([]);
    expect(other.resourceVersion).toBe('1');
  });

  it.each<[call: (cluster: VirtualCluster) => unknown, message: string]>([
    [() => virtualCluster({ latency: -1 }), 'virtualCluster: latency must be'],
    [() => virtualCluster({ expired: 'late' as never }), 'virtualCluster: expired must be'],
    [(cluster) => cluster.collection(''), 'collection: resource must be a plural name'],
    [(cluster) => cluster.collection('Pods'), 'collection: resource must be a plural name'],
    [(cluster) => cluster.collection('apps/v1/deployments'), 'collection: resource must be a plural name'],
    [(cluster) => cluster.collection({ resource: 'pods' } as never), "('pods', 'widgets.example.com')"],
    [(cluster) => cluster.compact('9'), 'compact: resourceVersion must be a version up to 1'],
    [(cluster) => cluster.compact('1x'), 'compact: resourceVersion must be a version up to 1'],
    [(cluster) => cluster.compact('x1'), 'compact: resourceVersion must be a version up to 1'],
    [(cluster) => cluster.compact('0'), 'compact: resourceVersion must be a version up to 1'],
    [(cluster) => cluster.restore({} as never), 'restore: snapshot must be what snapshot() gave'],
    [(cluster) => cluster.restore(3 as never), 'restore: snapshot must be what snapshot() gave'],
    [(cluster) => cluster.endWatches('broken' as never), 'endWatches: error must be a KubeError'],
    [(cluster) => cluster.refuseWrites('no' as never), 'refuseWrites: error must be a KubeError'],
    [(cluster) => cluster.refuseWrites(200), 'refuseWrites: error must be an HTTP status from 300'],
    [(cluster) => cluster.refuseWrites(409, 0), 'refuseWrites: times must be a whole number, 1 or more'],
  ])('should refuse invalid arguments: %s', (call, message) => {
    expect(() => call(virtualCluster())).toThrow(OptionsError);
    expect(() => call(virtualCluster())).toThrow(message);
  });
});
