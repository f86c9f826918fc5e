import { describe, expect, it } from '@jest/globals';
import {
  delay,
  delayWhen,
  ignoreElements,
  map,
  mergeMap,
  type Observable,
  type Subscription,
  timer,
} from 'rxjs';
import { informer, type KubeObject, OptionsError } from 'rx-informer';
import { controller, readYourWrites } from 'rx-informer/controller';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { kubeObject, marbleScheduler, virtualCluster } from 'rx-informer/testing';

const byApp = ({ metadata }: KubeObject): string[] => [metadata.labels?.['app'] ?? ''];

/** Creates an informer and a client of one collection. By default, the informer receives each change 10 ms late. */
function setUp(lag = 10, timeout?: number) {
  const cluster = virtualCluster({ lag });
  const collection = cluster.collection(core.v1.configmaps);
  const live = informer(collection.listerWatcher(), { indexers: { app: byApp } });
  const running = live.start();
  timer(500).subscribe(() => running.unsubscribe());
  const client = cluster.client(core.v1.configmaps);
  return {
    cluster,
    collection,
    live,
    client,
    own: readYourWrites(live, client, timeout === undefined ? {} : { timeout }),
  };
}
const web = (app = 'x') => kubeObject<ConfigMap>('shop/web', { metadata: { labels: { app } } });

const send = (request$: Observable<unknown>): Subscription => request$.subscribe();

describe('readYourWrites', () => {
  it('should read a created object before the watch delivers it, and the stored object after it (G26)', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, live } = setUp();
      const log: unknown[] = [];
      const read = (): void =>
        void log.push([own.store.get('shop/web')?.metadata.name, live.store.get('shop/web')?.metadata.name]);
      cold('--a-b 11ms c').subscribe((step) => {
        if (step === 'a') send(own.client.create({ metadata: { name: 'web', namespace: 'shop' } }));
        read();
        if (step === 'c') expect(own.store.get('shop/web')).toBe(live.store.get('shop/web'));
      });
      flush();
      expect(log).toEqual([
        ['web', undefined],
        ['web', undefined],
        ['web', 'web'],
      ]);
    });
  });

  it.each<[string, (client: ReturnType<typeof setUp>['own']['client']) => Observable<unknown>]>([
    [
      'update',
      (client) =>
        client.get('shop/web').pipe(mergeMap((object) => client.update({ ...object, data: { a: '2' } }))),
    ],
    ['patch', (client) => client.patch('shop/web', { data: { a: '2' } })],
    [
      'apply',
      (client) => client.apply('shop/web', { data: { a: '2' } }, { fieldManager: 'me', force: true }),
    ],
    ['edit', (client) => client.edit('shop/web', (draft) => void (draft.data = { a: '2' }))],
  ])('should read the result of %s', (_verb, write) => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, collection, live } = setUp();
      collection.put({ ...web(), data: { a: '1' } });
      cold('20ms x').subscribe(() => send(write(own.client)));
      cold('22ms x').subscribe(() => {
        expect(own.store.get('shop/web')?.data).toEqual({ a: '2' });
        expect(live.store.get('shop/web')?.data).toEqual({ a: '1' });
      });
      flush();
    });
  });

  it('should read the result of a write of the status', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, collection } = setUp();
      collection.put(web());
      cold('20ms x').subscribe(() =>
        send(
          own.client.status.edit('shop/web', (draft) => void Object.assign(draft, { status: { ok: true } })),
        ),
      );
      cold('22ms x').subscribe(() =>
        expect(own.store.get('shop/web')).toMatchObject({ status: { ok: true } }),
      );
      flush();
    });
  });

  it('should hide a deleted object, and show a new object of that name', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, collection, live } = setUp();
      collection.put(web());
      cold('20ms x').subscribe(() => send(own.client.delete('shop/web')));
      cold('22ms x').subscribe(() => {
        expect(own.store.get('shop/web')).toBeUndefined();
        expect(live.store.get('shop/web')).toBeDefined();
        send(own.client.create({ metadata: { name: 'web', namespace: 'shop', labels: { app: 'new' } } }));
      });
      cold('23ms x').subscribe(() =>
        expect(own.store.get('shop/web')?.metadata.labels).toEqual({ app: 'new' }),
      );
      cold('60ms x').subscribe(() => expect(own.store.get('shop/web')).toBe(live.store.get('shop/web')));
      flush();
    });
  });

  it('should hide an object that was created and deleted before the watch delivered either', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own } = setUp();
      cold('--x').subscribe(() => send(own.client.create({ metadata: { name: 'web', namespace: 'shop' } })));
      cold('----x').subscribe(() => send(own.client.delete('shop/web')));
      for (const ms of [5, 11, 12, 13, 14, 15, 30])
        cold(`${ms}ms x`).subscribe(() => expect(own.store.get('shop/web')).toBeUndefined());
      flush();
    });
  });

  it('should read an object that waits for its finalizers', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, collection } = setUp();
      collection.put(kubeObject('shop/web', { metadata: { finalizers: ['a.b/c'] } }));
      cold('20ms x').subscribe(() => send(own.client.delete('shop/web')));
      cold('22ms x').subscribe(() =>
        expect(own.store.get('shop/web')?.metadata.deletionTimestamp).toBeDefined(),
      );
      flush();
    });
  });

  it('should correct the lists and the index', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, collection, live } = setUp();
      collection.put(web('x'));
      collection.put(kubeObject('shop/db', { metadata: { labels: { app: 'x' } } }));
      cold('20ms x').subscribe(() => {
        expect(own.store.list()).toBe(live.store.list());
        expect(own.store.byIndex('app', 'x')).toEqual(live.store.byIndex('app', 'x'));
        send(own.client.patch('shop/web', { metadata: { labels: { app: 'y' } } }));
        send(own.client.delete('shop/db'));
        send(own.client.create({ metadata: { name: 'new', namespace: 'shop', labels: { app: 'x' } } }));
      });
      cold('22ms x').subscribe(() => {
        expect(own.store.listKeys()).toEqual(['shop/web', 'shop/new']);
        expect(own.store.list().map(({ metadata }) => metadata.name)).toEqual(['web', 'new']);
        expect(own.store.indexKeys('app', 'x')).toEqual(['shop/new']);
        expect(own.store.byIndex('app', 'y').map(({ metadata }) => metadata.name)).toEqual(['web']);
      });
      cold('60ms x').subscribe(() => expect(own.store.list()).toBe(live.store.list()));
      flush();
    });
  });

  it.each<[string, (client: ReturnType<typeof setUp>['own']['client']) => Observable<unknown>]>([
    [
      'a create',
      (client) => client.create({ metadata: { name: 'web', namespace: 'shop' } }, { dryRun: true }),
    ],
    ['a delete', (client) => client.delete('shop/db', { dryRun: true })],
  ])('should ignore a dry run of %s', (_what, write) => {
    marbleScheduler().run(({ cold, flush }) => {
      const { own, collection } = setUp();
      collection.put(kubeObject('shop/db'));
      cold('20ms x').subscribe(() => send(write(own.client)));
      cold('22ms x').subscribe(() => expect(own.store.listKeys()).toEqual(['shop/db']));
      flush();
    });
  });

  it('should keep the newer of two answers, in any order', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { live, client, collection } = setUp();
      collection.put(web());
      // This client delays the response to the first write by 2 ms.
      const slow = readYourWrites(live, {
        ...client,
        patch: (key, patch) =>
          client
            .patch(key, patch)
            .pipe(delayWhen(({ metadata }) => timer(metadata.labels?.['app'] === 'old' ? 2 : 0))),
      });
      cold('20ms x').subscribe(() => {
        send(slow.client.patch('shop/web', { metadata: { labels: { app: 'old' } } }));
        send(slow.client.patch('shop/web', { metadata: { labels: { app: 'new' } } }));
      });
      cold('24ms x').subscribe(() =>
        expect(slow.store.get('shop/web')?.metadata.labels).toEqual({ app: 'new' }),
      );
      flush();
    });
  });

  it('should hide a deleted object when an older answer comes late, and show a new object of that name', () => {
    marbleScheduler().run(({ cold, flush }) => {
      const { live, client, collection } = setUp();
      collection.put(web());
      const slow = readYourWrites(live, {
        ...client,
        patch: (key, patch) => client.patch(key, patch).pipe(delay(4)),
      });
      cold('20ms x').subscribe(() => {
        send(slow.client.patch('shop/web', { metadata: { labels: { app: 'old' } } }));
        send(slow.client.delete('shop/web'));
      });
      cold('25ms x').subscribe(() => expect(slow.store.get('shop/web')).toBeUndefined());
      cold('60ms x').subscribe(() => {
        send(slow.client.create({ metadata: { name: 'web', namespace: 'shop' } }));
      });
      cold('80ms x').subscribe(() => {
        send(slow.client.patch('shop/web', { metadata: { labels: { app: 'old' } } }));
        send(slow.client.delete('shop/web'));
        send(slow.client.create({ metadata: { name: 'web', namespace: 'shop', labels: { app: 'new' } } }));
      });
      for (const ms of [81, 85, 89])
        cold(`${ms}ms x`).subscribe(() =>
          expect(slow.store.get('shop/web')?.metadata.labels).toEqual({ app: 'new' }),
        );
      flush();
    });
  });

  it('should drop a write after `timeout`, and report it once', () => {
    marbleScheduler().run(({ cold, expectObservable }) => {
      const { own } = setUp(1_000, 20);
      cold('--x').subscribe(() => send(own.client.create({ metadata: { name: 'web', namespace: 'shop' } })));
      const read$ = cold('21ms a-b 7ms c').pipe(
        map(() => own.store.get('shop/web')?.metadata.name ?? 'nothing'),
      );
      expectObservable(read$).toBe('21ms a-b 7ms b', { a: 'web', b: 'nothing' });
      expectObservable(own.late$.pipe(map(({ message }) => message))).toBe('23ms x', {
        x: 'shop/web: the watch did not deliver the write of this process within 20 ms',
      });
    });
  });

  it('should prevent the second write of a controller whose watch is late', () => {
    marbleScheduler().run(({ cold, expectObservable, flush }) => {
      const { own, live, collection, cluster } = setUp();
      collection.put(web());
      cold('15ms x-x-x').subscribe(() =>
        send(collection.patch('shop/web', { data: { at: String(Math.random()) } })),
      );
      const outcomes$ = controller({
        for: live,
        resource: core.v1.configmaps,
        reconcile: (object, { key }) =>
          key !== 'shop/web' || object === undefined || own.store.get('shop/child') !== undefined
            ? undefined
            : own.client
                .create({ metadata: { name: 'child', namespace: 'shop' } })
                .pipe(map(() => undefined)),
      });
      expectObservable(outcomes$.pipe(ignoreElements()), '60ms !').toBe('');
      flush();
      expect(cluster.requests.filter(({ verb }) => verb === 'create')).toHaveLength(1);
    });
  });

  it.each<[unknown[]]>([
    [[undefined, {}]],
    [[{}, undefined]],
    [[{}, {}, { timeout: -1 }]],
    [[{}, {}, { time: 1 }]],
  ])('should throw for the arguments %j', (args) => {
    expect(() => readYourWrites(...(args as unknown as Parameters<typeof readYourWrites>))).toThrow(
      OptionsError,
    );
  });
});
