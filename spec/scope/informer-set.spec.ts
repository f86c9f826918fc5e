import { describe, expect, it, jest } from '@jest/globals';
import {
  type Change,
  type KubeObject,
  type ListerWatcher,
  query,
  StatusError,
  waitForCacheSync,
  type WatchEvent,
} from 'rx-informer';
import { informerSet, type InformerSetOptions } from 'rx-informer/scope';
import { kubeObject, type VirtualCluster, virtualCluster } from 'rx-informer/testing';
import {
  BehaviorSubject,
  EMPTY,
  ignoreElements,
  map,
  mergeAll,
  NEVER,
  type Observable,
  of,
  Subject,
  throwError,
} from 'rxjs';
import { marbles } from '../support/marbles.ts';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

const forbidden = new StatusError({ code: 403, reason: 'Forbidden', message: 'pods is forbidden' });
const refusing: ListerWatcher<KubeObject> = {
  list: () => throwError(() => forbidden),
  watch: () => throwError(() => forbidden),
};
const silent: ListerWatcher<KubeObject> = { list: () => NEVER, watch: () => NEVER };
const failure = new Error('no');

/** A cluster with one object, `web`, in each namespace. */
function clusterWith(...namespaces: string[]): VirtualCluster {
  const cluster = virtualCluster();
  for (const namespace of namespaces) cluster.collection('pods').put(kubeObject(`${namespace}/web`));
  return cluster;
}
const podsIn =
  (cluster: VirtualCluster) =>
  (namespace: string): ListerWatcher<KubeObject> =>
    cluster.collection('pods').listerWatcher({ namespace });

const line = ({ type, key, cluster, cause }: Change<unknown>): string =>
  [type, ...(cluster === undefined ? [] : [`${cluster}:`]), key, cause].join(' ');
const linesOf = (changes$: Observable<readonly Change<unknown>[]>): Observable<string> =>
  changes$.pipe(mergeAll(), map(line));

/** Starts a set, and returns it with the lines of its changes. */
function run<Id>(
  ids$: Observable<Iterable<Id>>,
  source: (id: Id) => ListerWatcher<KubeObject>,
  options?: InformerSetOptions<KubeObject, Id, never>,
) {
  const set = informerSet<KubeObject, Id>(ids$, source, options);
  const lines: string[] = [];
  const running = linesOf(set.store.batches$).subscribe((text) => lines.push(text));
  jest.advanceTimersByTime(100);
  return { set, lines, running };
}
/** Returns the lines since the last call. */
const taken = (lines: string[]): readonly string[] => {
  jest.advanceTimersByTime(100);
  return lines.splice(0);
};
/** Returns the phase of each member. */
const statusOf = async <Id>(set: ReturnType<typeof informerSet<KubeObject, Id>>) => {
  let last = new Map<Id, string>();
  set.status$.subscribe(
    ({ members }) => (last = new Map([...members].map(([id, { phase }]) => [id, phase]))),
  );
  await jest.advanceTimersByTimeAsync(1);
  return last;
};

describe('informerSet', () => {
  it('should list the members that join, and delete the objects of the members that leave', () => {
    const ids$ = new BehaviorSubject(['a', 'b', 'a']);
    const cluster = clusterWith('a', 'b', 'c');
    const { set, lines } = run(ids$, podsIn(cluster));

    expect(taken(lines)).toEqual(['added a/web initial', 'added b/web initial']);
    expect(set.store.hasSynced).toBe(true);
    ids$.next(['b', 'c']);
    expect(taken(lines)).toEqual(['deleted a/web scope', 'added c/web initial']);
    cluster.collection('pods').put(kubeObject('a/more'));
    cluster.collection('pods').put(kubeObject('c/more'));
    expect(taken(lines)).toEqual(['added c/more watch']);
    ids$.next([]);
    expect(taken(lines)).toEqual(['deleted b/web scope', 'deleted c/web scope', 'deleted c/more scope']);
    expect(set.store.size).toBe(0);
  });

  it('should keep the other members alive if the server refuses one, and name it in the status', async () => {
    const ids$ = new BehaviorSubject(['a', 'b']);
    const cluster = clusterWith('a', 'b');
    const { set, lines } = run(ids$, (id) => (id === 'b' ? refusing : podsIn(cluster)(id)));

    expect(taken(lines)).toEqual(['added a/web initial']);
    expect(set.store.hasSynced).toBe(true);
    expect(await statusOf(set)).toEqual(
      new Map([
        ['a', 'watching'],
        ['b', 'waiting'],
      ]),
    );
  });

  it('should show the new objects of a member that the server refused at first', () => {
    let isRefused = true;
    const cluster = clusterWith('a');
    const { lines } = run(of(['a']), (id) => {
      const source = podsIn(cluster)(id);
      return {
        ...source,
        list: (...args) => (isRefused ? refusing : source).list(...args),
        watch: (...args) => (isRefused ? refusing : source).watch(...args),
      };
    });
    expect(taken(lines)).toEqual([]);
    isRefused = false;
    jest.advanceTimersByTime(60_000);
    expect(taken(lines)).toEqual(['added a/web initial']);
  });

  it('should name a member whose source function throws, and run the others', async () => {
    const cluster = clusterWith('a', 'b');
    const { set, lines } = run(of(['a', 'b']), (id) => {
      if (id === 'b') throw failure;
      return podsIn(cluster)(id);
    });
    let message: string | undefined;
    set.status$.subscribe(({ members }) => {
      const status = members.get('b');
      if (status?.phase === 'stopped') message = status.error?.message;
    });

    expect(taken(lines)).toEqual(['added a/web initial']);
    await jest.advanceTimersByTimeAsync(1);
    expect(message).toBe('the source of a member failed: no');
    expect(set.store.hasSynced).toBe(true);
  });

  it('should keep the objects of a member that has ended, until the member leaves', async () => {
    const ids$ = new BehaviorSubject(['a', 'b']);
    const cluster = clusterWith('a', 'b');
    const ends$ = new Subject<never>();
    const { set, lines } = run(
      ids$,
      (id) => {
        const source = podsIn(cluster)(id);
        return id === 'b' ? { ...source, watch: () => ends$ } : source;
      },
      { reflect: { isFatal: () => true, streamingList: 'never' } },
    );
    taken(lines);
    ends$.error(failure);

    expect(taken(lines)).toEqual([]);
    expect(await statusOf(set)).toEqual(
      new Map([
        ['a', 'watching'],
        ['b', 'stopped'],
      ]),
    );
    ids$.next(['a']);
    expect(taken(lines)).toEqual(['deleted b/web scope']);
  });

  it('should tell the objects of clusters apart by the cluster', () => {
    const clusters = { east: clusterWith('shop'), west: clusterWith('shop') };
    const ids$ = new BehaviorSubject<readonly ('east' | 'west')[]>(['east', 'west']);
    const { set, lines } = run(ids$, (id) => clusters[id].collection('pods').listerWatcher(), {
      cluster: (id) => id,
    });

    expect(taken(lines)).toEqual(['added east: shop/web initial', 'added west: shop/web initial']);
    expect(set.store.listKeys()).toEqual(['shop/web', 'shop/web']);
    expect(set.store.get('shop/web', 'east')).toBe(set.store.list()[0]);
    expect(set.store.get('shop/web', 'west')).toBe(set.store.list()[1]);
    expect(set.store.get('shop/web')).toBe(undefined);
    ids$.next(['west']);
    expect(taken(lines)).toEqual(['deleted east: shop/web scope']);
  });

  it('should show the object of the first member if keys collide, and report different objects', () => {
    const clusters = { east: clusterWith('shop'), west: virtualCluster() };
    clusters.west.collection('pods').put(kubeObject('shop/web', { metadata: { uid: 'in the west' } }));
    const ids$ = new BehaviorSubject<readonly ('east' | 'west')[]>(['east', 'west']);
    const onError = jest.fn<(error: Error) => void>();
    const { set, lines } = run(ids$, (id) => clusters[id].collection('pods').listerWatcher(), { onError });

    expect(taken(lines)).toEqual(['added shop/web initial']);
    expect(set.store.size).toBe(1);
    expect(onError.mock.calls.map(([{ message }]) => message)).toEqual([
      'informerSet: east and west have different objects with the key shop/web',
    ]);
    ids$.next(['west']);
    expect(taken(lines)).toEqual(['deleted shop/web scope', 'added shop/web scope']);
    expect(set.store.list()).toEqual(clusters.west.objects('pods'));
  });

  it('should not go back to an older state of an object when another member takes over', () => {
    const at = (resourceVersion: string): KubeObject =>
      kubeObject('a/web', { metadata: { uid: 'one', resourceVersion } });
    const watches = {
      first: new Subject<WatchEvent<KubeObject>>(),
      behind: new Subject<WatchEvent<KubeObject>>(),
    };
    const versions = { first: '5', behind: '4' };
    const ids$ = new BehaviorSubject<readonly ('first' | 'behind')[]>(['first', 'behind']);
    const { set, lines } = run(
      ids$,
      (id) => ({
        list: () => of({ items: [at(versions[id])], resourceVersion: '9' }),
        watch: () => watches[id],
      }),
      { reflect: { streamingList: 'never' } },
    );
    taken(lines);
    ids$.next(['behind']);
    expect(taken(lines)).toEqual([]);
    expect(set.store.get('a/web')?.metadata.resourceVersion).toBe('5');
    watches.behind.next({ type: 'MODIFIED', object: at('12') });
    expect(taken(lines)).toEqual(['updated a/web watch']);
  });

  it('should not report one object that two members have', () => {
    const cluster = clusterWith('a');
    const onError = jest.fn<(error: Error) => void>();
    const ids$ = new BehaviorSubject([1, 2]);
    const { lines } = run(ids$, () => podsIn(cluster)('a'), { onError });

    expect(taken(lines)).toEqual(['added a/web initial']);
    ids$.next([2]);
    expect(taken(lines)).toEqual([]);
    expect(onError).not.toHaveBeenCalled();
  });

  it('should run at most so many first lists at the same time', () => {
    let [open, most] = [0, 0];
    const answers: Subject<void>[] = [];
    const source: ListerWatcher<KubeObject> = {
      list: () => {
        most = Math.max(most, ++open);
        const answer = new Subject<void>();
        answers.push(answer);
        return answer.pipe(map(() => ({ items: [], resourceVersion: '1' })));
      },
      watch: () => NEVER,
    };
    const { set } = run(of(Array.from({ length: 20 }, (_, nth) => nth)), () => source, {
      maxConcurrentLists: 3,
      reflect: { streamingList: 'never' },
    });
    for (let nth = 0; nth < 20; nth++) {
      expect(set.store.hasSynced).toBe(false);
      expect(answers).toHaveLength(Math.min(20, nth + 3));
      open--;
      answers[nth]?.next();
      answers[nth]?.complete();
      jest.advanceTimersByTime(10);
    }

    expect(most).toBe(3);
    expect(set.store.hasSynced).toBe(true);
  });

  it('should wait at most `syncTimeout` for the list of a member', async () => {
    const cluster = clusterWith('b');
    const { set, lines } = run(of(['a', 'b']), (id) => (id === 'a' ? silent : podsIn(cluster)(id)), {
      maxConcurrentLists: 1,
      syncTimeout: 5_000,
    });
    expect(taken(lines)).toEqual([]);
    jest.advanceTimersByTime(4_800);
    expect(taken(lines)).toEqual(['added b/web initial']);
    expect(set.store.hasSynced).toBe(true);
    expect((await statusOf(set)).get('a')).toBe('listing');
  });

  it('should survive 1,000 members that all fail', async () => {
    const cluster = clusterWith('good');
    const ids = ['good', ...Array.from({ length: 1_000 }, (_, nth) => `bad${nth}`)];
    const { set, lines } = run(of(ids), (id) => (id === 'good' ? podsIn(cluster)(id) : refusing));

    expect(taken(lines)).toEqual(['added good/web initial']);
    await waitForCacheSync([set]);
    const phases = [...(await statusOf(set)).values()];
    expect(phases.filter((phase) => phase === 'waiting')).toHaveLength(1_000);
  });

  it('should not list again if a member leaves and soon joins again', () => {
    const ids$ = new BehaviorSubject(['a']);
    const cluster = clusterWith('a');
    const { lines } = run(ids$, podsIn(cluster));
    ids$.next([]);
    expect(taken(lines)).toEqual(['added a/web initial', 'deleted a/web scope']);
    const requests = cluster.requests.length;
    ids$.next(['a']);

    expect(taken(lines)).toEqual(['added a/web initial']);
    expect(cluster.requests).toHaveLength(requests);
  });

  it('should emit only the differences after a restart', () => {
    const ids$ = new BehaviorSubject(['a', 'b']);
    const cluster = clusterWith('a', 'b', 'c');
    const { set, running } = run(ids$, podsIn(cluster));
    running.unsubscribe();
    jest.advanceTimersByTime(60_000);
    ids$.next(['b', 'c']);
    cluster.collection('pods').put(kubeObject('b/more'));
    const lines: string[] = [];
    linesOf(set.store.batches$).subscribe((text) => lines.push(text));

    expect(taken(lines).toSorted()).toEqual([
      'added a/web replay',
      'added b/more relist',
      'added b/web replay',
      'added c/web initial',
      'deleted a/web scope',
    ]);
  });

  it('should emit the informers of its members, and have the oldest frame of them', () => {
    const ids$ = new BehaviorSubject(['a']);
    const set = informerSet(ids$, podsIn(clusterWith('a', 'b')));
    const seen: string[] = [];
    set.members$.subscribe((members) =>
      seen.push([...members].map(([id, member]) => `${id}${member.store.size}`).join()),
    );
    expect(set.lastFrameAt).toBe(undefined);
    const running = set.start();
    jest.advanceTimersByTime(100);
    ids$.next(['a', 'b']);
    jest.advanceTimersByTime(100);
    expect(set.lastFrameAt).toBeDefined();
    running.unsubscribe();

    expect(seen).toEqual(['', 'a0', 'a1,b0', '']);
  });

  it('should have the oldest frame of the members that have one, if another member is refused', () => {
    const { set } = run(of(['a', 'b']), (id) => (id === 'b' ? refusing : podsIn(clusterWith('a'))(id)));

    expect(set.lastFrameAt).toBeDefined();
  });

  it('should be listing before the first ids', async () => {
    const { set } = run(NEVER as Observable<string[]>, podsIn(clusterWith()));
    const phases: string[] = [];
    set.status$.subscribe(({ phase }) => phases.push(phase));
    await jest.advanceTimersByTimeAsync(1);

    expect(phases.at(-1)).toBe('listing');
    expect(set.store.hasSynced).toBe(false);
  });

  it('should have indexes over all members, and be the input of a query', async () => {
    const set = informerSet(of(['a', 'b']), podsIn(clusterWith('a', 'b')), {
      indexers: { name: ({ metadata }) => [metadata.name] },
    });
    const sizes: number[] = [];
    query(set).subscribe((rows) => sizes.push(rows.length));
    await jest.advanceTimersByTimeAsync(100);

    expect(sizes.at(-1)).toBe(2);
    expect(set.store.indexKeys('name', 'web')).toEqual(['a/web', 'b/web']);
  });

  it('should sync with no members', () => {
    const { set, lines } = run(of<string[]>([]), podsIn(clusterWith()));

    expect(set.store.hasSynced).toBe(true);
    expect(taken(lines)).toEqual([]);
  });

  it.each([
    [
      'the name of a cluster',
      { cluster: () => 'a\nb' },
      'informerSet: cluster must be a function that returns a name in one line',
    ],
    [
      'the function for clusters',
      {
        cluster: () => {
          throw failure;
        },
      },
      'the source of a member failed: no',
    ],
  ])('should name a member with a wrong result of %s', async (_, options, message) => {
    const { set } = run(of(['a']), podsIn(clusterWith('a')), options);
    const messages: (string | undefined)[] = [];
    set.status$.subscribe(({ members }) => {
      for (const status of members.values())
        if (status.phase === 'stopped') messages.push(status.error?.message);
    });
    await jest.advanceTimersByTimeAsync(1);

    expect(messages.at(-1)).toContain(message);
  });

  it.each([
    ['ids$', () => informerSet(['a'] as never, () => silent), 'informerSet: ids$ must be an Observable'],
    ['source', () => informerSet(NEVER, silent as never), 'informerSet: source must be a function'],
    [
      'option',
      () => informerSet(NEVER, () => silent, { linger: 1 } as never),
      "informerSet: unknown option 'linger'",
    ],
    [
      'maxConcurrentLists',
      () => informerSet(NEVER, () => silent, { maxConcurrentLists: 0 }),
      'informerSet: maxConcurrentLists must be',
    ],
  ])('should throw for a wrong %s', (_, create, message) => {
    expect(create).toThrow(message);
  });

  it('should error if a value of ids$ is not iterable, or ids$ errors', () => {
    marbles().run(({ cold, expectObservable }) => {
      const batchesOf = (ids$: Observable<Iterable<string>>) =>
        linesOf(informerSet(ids$, () => silent).store.batches$);

      expectObservable(batchesOf(cold('--#', {}, failure)).pipe(ignoreElements())).toBe(
        '--#',
        {},
        expect.objectContaining({
          message: 'informerSet: ids$ failed: no',
          failure: 'fatal',
          cause: failure,
        }),
      );
      expectObservable(batchesOf(cold('--x', { x: 'shop' as never })).pipe(ignoreElements())).toBe(
        '--#',
        {},
        expect.objectContaining({ name: 'OptionsError' }),
      );
    });
  });

  it('should not end when ids$ completes, and emit nothing for an ids$ that never emits', () => {
    marbles().run(({ expectObservable }) => {
      const batchesOf = (ids$: Observable<Iterable<string>>) =>
        linesOf(informerSet(ids$, () => silent).store.batches$);

      expectObservable(batchesOf(NEVER)).toBe('-');
      expectObservable(batchesOf(of([]))).toBe('-');
      expectObservable(batchesOf(EMPTY)).toBe('-');
    });
  });

  it('should unsubscribe from ids$ and from all members, and run again after a resubscribe', () => {
    const ids$ = new Subject<string[]>();
    const cluster = clusterWith('a');
    const set = informerSet(ids$, podsIn(cluster), { resetDelay: 0 });
    for (let nth = 0; nth < 2; nth++) {
      const running = set.store.batches$.subscribe();
      expect(ids$.observed).toBe(true);
      ids$.next(['a']);
      jest.advanceTimersByTime(100);
      expect(set.store.size).toBe(1);
      running.unsubscribe();
      expect(ids$.observed).toBe(false);
      jest.advanceTimersByTime(10_000);
      expect(jest.getTimerCount()).toBe(0);
    }
  });
});
