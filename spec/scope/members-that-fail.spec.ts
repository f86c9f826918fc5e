import { describe, expect, it, jest } from '@jest/globals';
import { KubeError, type KubeObject, type ListerWatcher, StatusError, waitForCacheSync } from 'rx-informer';
import { operations } from 'rx-informer/controller';
import { where } from 'rx-informer/derived';
import { inspect } from 'rx-informer/inspect';
import { informerSet } from 'rx-informer/scope';
import { kubeObject, virtualCluster } from 'rx-informer/testing';
import {
  BehaviorSubject,
  concat,
  defer,
  delay,
  finalize,
  firstValueFrom,
  map,
  NEVER,
  of,
  retry,
  Subject,
  throwError,
  timer,
} from 'rxjs';
import { virtualTime } from '../support/virtual-time.ts';

virtualTime();

const cluster = virtualCluster();
cluster.collection('pods').put(kubeObject('up/web'));
const failure = new Error('no');
const up = cluster.collection('pods').listerWatcher();

/** A source whose lists fail. Counts its lists. */
function failing(failure: 'fatal' | 'transient') {
  const counted = { lists: 0 };
  const error$ = defer(() => {
    counted.lists++;
    return throwError(() => new KubeError(failure, 'no'));
  });
  const source: ListerWatcher<KubeObject> = { list: () => error$, watch: () => error$ };
  return { counted, source };
}

/** The phases of the members by their ids. */
function phasesOf(set: ReturnType<typeof informerSet<KubeObject, string>>): Readonly<Record<string, string>> {
  let phases: Record<string, string> = {};
  set.status$
    .subscribe(({ members }) => {
      phases = Object.fromEntries([...members].map(([id, { phase }]) => [id, phase]));
    })
    .unsubscribe();
  return phases;
}

describe('informerSet', () => {
  it.each(['the list', 'the source function'])(
    'should not start a member again that leaves after an error of %s',
    async (what) => {
      const { counted, source } = failing('fatal');
      const ids$ = new BehaviorSubject(['a', 'b']);
      const set = informerSet(
        ids$,
        (id) => {
          if (id === 'b') return up;
          if (what === 'the list') return source;
          counted.lists++;
          throw new Error('no');
        },
        { reflect: { streamingList: 'never' } },
      );
      set.start();
      await jest.advanceTimersByTimeAsync(100);
      expect(phasesOf(set)).toEqual({ a: 'stopped', b: 'watching' });
      ids$.next(['b']);
      await jest.advanceTimersByTimeAsync(10_000);

      expect(phasesOf(set)).toEqual({ b: 'watching' });
      expect(counted.lists).toBe(1);
    },
  );

  it('should not let members that fail at once delay the lists of other members', () => {
    const { source } = failing('transient');
    const ids = [...Array.from({ length: 30 }, (_, nth) => `down${nth}`), 'up'];
    const set = informerSet(of(ids), (id) => (id === 'up' ? up : source));
    set.start();
    jest.advanceTimersByTime(100);

    expect(set.store.listKeys()).toEqual(['up/web']);
    expect(set.store.hasSynced).toBe(false);
    jest.advanceTimersByTime(10_000);
    expect(set.store.hasSynced).toBe(true);
  });

  it('should run at most so many first lists while the server refuses streaming lists', () => {
    const lists = new Set<string>();
    let most = 0;
    const set = informerSet(
      of(['a', 'b', 'c']),
      (id): ListerWatcher<KubeObject> => ({
        watch: () => throwError(() => new KubeError('unsupported', 'no streaming lists')),
        list: () => {
          lists.add(id);
          most = Math.max(most, lists.size);
          return NEVER;
        },
      }),
      { maxConcurrentLists: 1 },
    );
    set.start();
    jest.advanceTimersByTime(5_000);

    expect(most).toBe(1);
  });

  it('should keep a member running with one subscriber, however often it leaves and joins again', () => {
    const ids$ = new BehaviorSubject(['a']);
    const set = informerSet(ids$, () => up, { resetDelay: 60_000 });
    set.start();
    jest.advanceTimersByTime(100);
    for (let nth = 0; nth < 20; nth++) {
      ids$.next([]);
      ids$.next(['a']);
      jest.advanceTimersByTime(10);
    }

    expect(inspect(set).inputs).toEqual([
      expect.objectContaining({ delivery: expect.objectContaining({ subscribers: 1 }) }),
    ]);
    expect(set.store.listKeys()).toEqual(['up/web']);
  });

  it.each([
    ['a set', (set: ReturnType<typeof informerSet<KubeObject, string>>) => set],
    [
      'an informer over a set',
      (set: ReturnType<typeof informerSet<KubeObject, string>>) => where(set, () => true),
    ],
  ])('should let the program wait for %s immediately after its start', async (_, derive) => {
    const started = derive(informerSet(of(['a']).pipe(delay(10)), () => up));
    started.start();
    const synced = waitForCacheSync([started]);
    await jest.advanceTimersByTimeAsync(1_000);

    await expect(synced).resolves.toBeUndefined();
  });

  it('should add up the objects that the running lists have received', async () => {
    const page = (...keys: string[]) => ({
      items: keys.map((key) => kubeObject(key)),
      resourceVersion: '9',
      continue: 'more',
    });
    const pages = { a: page('a/1', 'a/2'), b: page('b/1', 'b/2', 'b/3'), c: undefined };
    const set = informerSet(
      of(['a', 'b', 'c'] as const),
      (id): ListerWatcher<KubeObject> =>
        id === 'c' ? up : { list: () => concat(of(pages[id]), NEVER), watch: () => NEVER },
      { reflect: { streamingList: 'never' } },
    );
    set.start();
    await jest.advanceTimersByTimeAsync(100);

    expect(await firstValueFrom(set.status$)).toMatchObject({
      phase: 'listing',
      received: 5,
      hasSynced: false,
    });
  });

  it('should be `listing` at once after a restart', () => {
    const set = informerSet(of(['a']), () => up, { resetDelay: 0 });
    const phases: string[] = [];
    set.start().unsubscribe();
    set.status$.subscribe(({ phase }) => phases.push(phase));
    set.start();

    expect(phases).toEqual(['stopped', 'listing']);
  });

  it('should be fresh and ready without members', async () => {
    const set = informerSet(of([] as string[]), () => up, { resetDelay: 0 });
    expect(set.lastFrameAt).toBeUndefined();
    const running = set.start();
    await jest.advanceTimersByTimeAsync(600_000);
    const ready = await operations({ informers: { set } })(new Request('http://localhost/readyz'));

    expect(ready.status).toBe(200);
    running.unsubscribe();
    expect(set.lastFrameAt).toBeUndefined();
  });

  it('should be `listing` after a restart until the ids have come, and not count as fresh', async () => {
    const ids$ = new Subject<string[]>();
    let runs = 0;
    const late = informerSet(
      defer(() => (++runs === 1 ? of(['a']) : ids$)),
      () => up,
      { resetDelay: 0 },
    );
    const first = late.start();
    await jest.advanceTimersByTimeAsync(100);
    first.unsubscribe();
    late.start();
    await jest.advanceTimersByTimeAsync(100);

    expect(await firstValueFrom(late.status$)).toMatchObject({ phase: 'listing', hasSynced: true });
    ids$.next([]);
    await jest.advanceTimersByTimeAsync(100);
    expect(await firstValueFrom(late.status$)).toMatchObject({ phase: 'watching' });
    expect(late.store.size).toBe(0);
  });

  it('should be `watching` if the first ids are empty and come late', async () => {
    const set = informerSet(concat(timer(20).pipe(map((): string[] => [])), NEVER), () => up);
    set.start();
    await jest.advanceTimersByTimeAsync(100);

    expect(await firstValueFrom(set.status$)).toMatchObject({ phase: 'watching', hasSynced: true });
  });

  it('should have the status of the next run that a subscriber starts from its error callback', async () => {
    let runs = 0;
    const ids$ = defer(() => (++runs === 1 ? throwError(() => failure) : concat(of([] as string[]), NEVER)));
    const set = informerSet(ids$, () => up);
    set.store.batches$.pipe(retry(1)).subscribe();
    await jest.advanceTimersByTimeAsync(600_000);

    expect(await firstValueFrom(set.status$)).toMatchObject({ phase: 'watching' });
    expect(set.lastFrameAt).toBeDefined();
  });

  it('should run at most so many lists at the same time after a restart, too', async () => {
    let [open, most] = [0, 0];
    const page = { items: [kubeObject('a/web')], resourceVersion: '9' };
    const slow: ListerWatcher<KubeObject> = {
      list: () =>
        defer(() => {
          most = Math.max(most, ++open);
          return timer(10).pipe(
            map(() => page),
            finalize(() => open--),
          );
        }),
      watch: () => NEVER,
    };
    const set = informerSet(of(Array.from({ length: 20 }, (_, nth) => `n${nth}`)), () => slow, {
      maxConcurrentLists: 2,
      resetDelay: 0,
      reflect: { streamingList: 'never' },
      onError: () => undefined,
    });
    const running = set.start();
    await jest.advanceTimersByTimeAsync(1_000);
    running.unsubscribe();
    await jest.advanceTimersByTimeAsync(60_000);
    set.start();
    await jest.advanceTimersByTimeAsync(1_000);

    expect(most).toBe(2);
  });

  it('should not let a member whose list expires delay the lists of other members', async () => {
    const expired: ListerWatcher<KubeObject> = {
      list: () => throwError(() => new StatusError({ code: 410, reason: 'Expired' })),
      watch: () => NEVER,
    };
    const set = informerSet(of(['a', 'up']), (id) => (id === 'up' ? up : expired), {
      maxConcurrentLists: 1,
      reflect: { streamingList: 'never' },
    });
    set.start();
    await jest.advanceTimersByTimeAsync(500);

    expect(set.store.listKeys()).toEqual(['up/web']);
  });

  it('should have no inputs after a stop', () => {
    const set = informerSet(of(['a']), () => up, { resetDelay: 0 });
    const running = set.start();
    jest.advanceTimersByTime(100);
    expect(inspect(set).inputs).toHaveLength(1);
    running.unsubscribe();

    expect(inspect(set).inputs).toEqual([]);
  });

  it('should refuse a wrong option of the reflector at once', () => {
    expect(() => informerSet(of(['a']), () => up, { reflect: { onForbiden: 'clear' } as never })).toThrow(
      "informerSet: reflect: unknown option 'onForbiden'; did you mean 'onForbidden'?",
    );
  });

  it('should name the class and the advice of an error of ids$', () => {
    const set = informerSet(
      throwError(() => new Error('boom')),
      () => up,
    );
    const errors: unknown[] = [];
    set.changes().subscribe({ error: (error: unknown) => errors.push(error) });

    expect(errors).toEqual([
      expect.objectContaining({ failure: 'fatal', message: 'informerSet: ids$ failed: boom' }),
    ]);
    expect((errors[0] as KubeError).advice).toContain('retry()');
  });
});
