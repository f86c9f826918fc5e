import { describe, expect, it } from '@jest/globals';
import {
  delay,
  EMPTY,
  map,
  mergeMap,
  NEVER,
  type Observable,
  type Subscription,
  throwError,
  timer,
} from 'rxjs';
import { type Change, ConnectionError, informer, type KubeObject } from 'rx-informer';
import { ownerReference } from 'rx-informer/client';
import { controller, controllerOf, readYourWrites, toRequests } from 'rx-informer/controller';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';

interface SetUp {
  /** The time in ms after which the watch delivers a write. */
  readonly lag?: number;
  readonly timeout?: number;
  /** The keys of the objects that the informer has from the beginning. */
  readonly first?: readonly string[];
}

/** Creates an informer and a client of the Secrets of a cluster. Without a `lag`, the watch delivers no write in time. */
function setUp({ lag = 5_000, timeout = 30_000, first = [] }: SetUp = {}) {
  const cluster = virtualCluster({ lag });
  const collection = cluster.collection(core.v1.secrets);
  for (const key of first) collection.put(kubeObject(key));
  const live = informer(collection.listerWatcher(), { reflect: { backoff: { initial: 100, max: 100 } } });
  const running = live.start();
  timer(20_000).subscribe(() => running.unsubscribe());
  const own = readYourWrites(live, cluster.client(core.v1.secrets), { timeout });
  return { cluster, collection, live, own };
}

const copy = { metadata: { name: 'copy', namespace: 'shop' } };
const send = (request$: Observable<unknown>): Subscription => request$.subscribe({ error: () => undefined });

/** Breaks the watch so that the informer lists again, and misses everything that the watch has not delivered. */
const relist = ({ cluster }: Pick<ReturnType<typeof setUp>, 'cluster'>): void => {
  cluster.compact();
  cluster.endWatches(new ConnectionError('the connection broke'));
};

/** Plays the defect: the copy is created, another client deletes it, and the watch delivers neither of them. */
const missBoth = (parts: ReturnType<typeof setUp>, at: number): void => {
  timer(at).subscribe(() => send(parts.own.client.create(copy)));
  timer(at + 1).subscribe(() => void parts.collection.remove('shop/copy'));
  timer(at + 2).subscribe(() => relist(parts));
};

const described = map(
  (change: Change<KubeObject>) =>
    `${change.type} ${change.key} ${change.type === 'deleted' ? String(change.finalStateKnown) : ''}`,
);
const deleted = { d: 'deleted shop/copy false' };

describe('missed$ of readYourWrites', () => {
  it('should emit the delete of an object that the informer never had, without a read (G26)', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp();
      missBoth(parts, 10);
      expectObservable(parts.own.missed$.pipe(described), '^ 9s !').toBe('1010ms d', deleted);
      expectObservable(parts.live.changes(), '^ 9s !').toBe('');
      flush();
    });
  });

  it('should emit the delete at once if the answer of the create comes after the relist', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { cluster, collection, live } = setUp();
      const client = cluster.client(core.v1.secrets);
      const slow = readYourWrites(live, {
        ...client,
        create: (object) => client.create(object).pipe(delay(700)),
      });
      timer(10).subscribe(() => send(slow.client.create(copy)));
      timer(11).subscribe(() => void collection.remove('shop/copy'));
      timer(12).subscribe(() => relist({ cluster }));
      expectObservable(slow.missed$.pipe(described), '^ 9s !').toBe('710ms d', deleted);
      flush();
    });
  });

  it.each([
    ['should let a controller create the object again', true, 1],
    ['should be necessary: without it, the key stays wrong', false, 0],
  ])('%s', (_title, isUsed, count) => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp();
      const { cluster, collection, live, own } = parts;
      const parents = informer(cluster.collection(core.v1.configmaps).listerWatcher());
      cluster.collection(core.v1.configmaps).put(kubeObject<ConfigMap>('shop/parent'));
      timer(50).subscribe(() => void collection.remove('shop/copy'));
      timer(60).subscribe(() => relist(parts));
      const outcomes$ = controller({
        for: parents,
        resource: core.v1.configmaps,
        owns: { secrets: live },
        triggers: isUsed ? [own.missed$.pipe(toRequests(controllerOf(core.v1.configmaps)))] : [],
        reconcile: (parent) =>
          parent === undefined || own.store.get('shop/copy') !== undefined
            ? undefined
            : own.client
                .create({
                  metadata: {
                    ...copy.metadata,
                    ownerReferences: [ownerReference(parent, { controller: true })],
                  },
                })
                .pipe(map(() => undefined)),
      });
      expectObservable(outcomes$.pipe(mergeMap(() => EMPTY)), '^ 15s !').toBe('');
      flush();
      expect(collection.objects()).toHaveLength(count);
    });
  });

  it.each<[string, string, (own: ReturnType<typeof setUp>['own']) => Observable<unknown>]>([
    ['an update', 'updated shop/old ', ({ client }) => client.patch('shop/old', { data: { a: 'Yg==' } })],
    ['a delete', 'added shop/old ', ({ client }) => client.delete('shop/old')],
    ['a create', 'deleted shop/copy false', ({ client }) => client.create(copy)],
  ])('should emit what changes when %s is dropped after `timeout`', (_what, change, write) => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { own } = setUp({ timeout: 1_500, first: ['shop/old'] });
      timer(10).subscribe(() => send(write(own)));
      expectObservable(own.missed$.pipe(described), '^ 3s !').toBe('2010ms x', { x: change });
      expectObservable(own.late$.pipe(map(() => 'late')), '^ 3s !').toBe('2010ms x', { x: 'late' });
      flush();
    });
  });

  it('should emit nothing if the watch delivers the writes, or if the program has deleted the object', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp({ lag: 10 });
      const { own, collection } = parts;
      collection.put(kubeObject('shop/old'));
      timer(20).subscribe(() => send(own.client.create(copy)));
      timer(30).subscribe(() => send(own.client.patch('shop/old', { data: { a: 'Yg==' } })));
      timer(50).subscribe(() => send(own.client.delete('shop/copy')));
      timer(80).subscribe(() => send(own.client.create(copy)));
      timer(82).subscribe(() => send(own.client.delete('shop/copy')));
      timer(83).subscribe(() => relist(parts));
      expectObservable(own.missed$).toBe('');
      flush();
    });
  });

  it('should emit nothing for an object that another client has created again', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp();
      timer(10).subscribe(() => send(parts.own.client.create(copy)));
      timer(11).subscribe(() => void parts.collection.remove('shop/copy'));
      timer(12).subscribe(() => send(parts.cluster.client(core.v1.secrets).create(copy)));
      timer(13).subscribe(() => relist(parts));
      expectObservable(parts.own.missed$).toBe('');
      expectObservable(parts.live.changes().pipe(described), '^ 9s !').toBe('311ms x', {
        x: 'added shop/copy ',
      });
      flush();
    });
  });

  it('should emit the delete of an object that `deleteAll` has deleted', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp();
      timer(10).subscribe(() => send(parts.own.client.create(copy)));
      timer(11).subscribe(() => send(parts.own.client.deleteAll({ namespace: 'shop' })));
      timer(12).subscribe(() => relist(parts));
      expectObservable(parts.own.missed$.pipe(described)).toBe('1010ms d', deleted);
      flush();
    });
  });

  it('should not hide a newer object when the answer to a delete comes late', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const { cluster, live } = setUp({ first: ['shop/copy'] });
      const client = cluster.client(core.v1.secrets);
      const slow = readYourWrites(live, {
        ...client,
        delete: (key) => client.delete(key).pipe(delay(700)),
      });
      timer(10).subscribe(() => send(slow.client.delete('shop/copy')));
      timer(11).subscribe(() => send(client.create(copy)));
      timer(12).subscribe(() => relist({ cluster }));
      const isShown$ = timer(800).pipe(map(() => slow.store.get('shop/copy') !== undefined));
      expectObservable(isShown$).toBe('800ms (x|)', { x: true });
      expectObservable(slow.missed$).toBe('');
      flush();
    });
  });

  it('should emit to each subscriber, and emit at a read that drops the write', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp();
      const { own } = parts;
      missBoth(parts, 10);
      timer(500).subscribe(() => expect(own.store.listKeys()).toEqual([]));
      expectObservable(own.missed$.pipe(described), '^ 9s !').toBe('500ms d', deleted);
      expectObservable(own.missed$.pipe(described), '400ms ^ 9s !').toBe('500ms d', deleted);
      expectObservable(own.missed$.pipe(described), '600ms ^ 9s !').toBe('');
      flush();
    });
  });

  it('should check the writes only while a subscription exists and a write is kept', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp({ timeout: 1_000_000 });
      let reads = 0;
      const get = (): undefined => void (reads += 1);
      const own = readYourWrites(
        {
          store: new Proxy(parts.live.store, {
            get: (store, name) => (name === 'get' ? get : (Reflect.get(store, name) as unknown)),
          }),
        },
        parts.cluster.client(core.v1.secrets),
      );
      missBoth({ ...parts, own }, 10);
      expectObservable(own.missed$.pipe(described), '^ 5ms !').toBe('');
      timer(4_000).subscribe(() => expect(reads).toBe(1));
      expectObservable(own.missed$.pipe(described), '4500ms ^ 9s !').toBe('5500ms d', deleted);
      expectObservable(own.missed$.pipe(described), '4600ms ^').toBe('5500ms d', deleted);
      timer(9_000).subscribe(() => expect(reads).toBe(2));
      flush();
      expect(reads).toBe(2);
    });
  });

  it('should follow the marbles: empty, never, error, early unsubscribe, resubscribe', () => {
    marbleScheduler().run(({ expectObservable, flush }) => {
      const parts = setUp();
      const client = parts.cluster.client(core.v1.secrets);
      for (const answer$ of [EMPTY, NEVER, throwError(() => new ConnectionError('no answer'))]) {
        const own = readYourWrites(parts.live, { ...client, create: () => answer$ });
        send(own.client.create(copy));
        expectObservable(own.missed$).toBe('');
      }
      missBoth(parts, 10);
      expectObservable(parts.own.missed$.pipe(described), '^ 999ms !').toBe('');
      expectObservable(parts.own.missed$.pipe(described), '1s ^ 2s !').toBe('2s d', deleted);
      flush();
    });
  });

  it('should leave no timer after an unsubscribe while a write is kept', () => {
    marbleScheduler({ maxFrames: 30_000 }).run(({ expectObservable, flush }) => {
      const { own } = setUp({ timeout: 1_000_000 });
      timer(19_000).subscribe(() => send(own.client.create(copy)));
      expectObservable(own.missed$, '^ 25s !').toBe('');
      expectObservable(own.missed$, '^ 25s !').toBe('');
      flush();
    });
  });
});
