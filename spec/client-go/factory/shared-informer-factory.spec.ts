import { describe, expect, it, jest } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { defer, NEVER, of, throwError } from 'rxjs';
import {
  compact,
  type GroupVersionResource,
  type KubeObject,
  type ListWatchOptions,
  OptionsError,
  StatusError,
} from 'rx-informer';
import { type GenericInformer, sharedIndexInformer, sharedInformerFactory } from 'rx-informer/client-go';
import * as kinds from 'rx-informer/kinds';
import { apps, core, type Deployment, type Pod } from 'rx-informer/kinds';
import { fakeControllerSource, kubeObject } from 'rx-informer/testing';
import { advanceMinute, advanceUntil, virtualTime } from '../../support/virtual-time.ts';
import { testServers } from './test-servers.ts';

virtualTime();

interface Widget extends KubeObject {
  readonly spec: { readonly size: number };
}
const widgets = { group: 'example.com', version: 'v1', resource: 'widgets', kind: 'Widget' } as const;
const mine: { v1: { widgets: GroupVersionResource<Widget> } } = { v1: { widgets } };
const nowhere = { open: () => NEVER };
const soon = (): AbortSignal => AbortSignal.timeout(20_000);
const namesOf = (objects: readonly KubeObject[]): readonly string[] =>
  objects.map(({ metadata: { namespace, name } }) => `${namespace ?? ''}/${name}`);

describe('sharedInformerFactory', () => {
  const serve = testServers();

  it('should return informers and listers by group, version and resource', async () => {
    const { server, transport } = serve({ resources: [widgets] });
    server.objects.create(core.v1.configmaps, {
      metadata: { name: 'a', namespace: 'shop', labels: { x: '1' } },
    });
    server.objects.create(core.v1.configmaps, { metadata: { name: 'b', namespace: 'bank' } });
    server.objects.create(widgets, {
      kind: 'Widget',
      apiVersion: 'example.com/v1',
      metadata: { name: 'w', namespace: 'shop' },
    });
    const factory = sharedInformerFactory(transport, { core, apps, mine });
    const maps = factory.core().v1().configmaps().lister();
    const things = factory.mine().v1().widgets().lister();
    factory.start();
    await factory.waitForCacheSync(soon());

    expect(namesOf(maps.list())).toEqual(['bank/b', 'shop/a']);
    expect(namesOf(maps.list({ x: '1' }))).toEqual(['shop/a']);
    expect(namesOf(maps.byNamespace('bank').list())).toEqual(['bank/b']);
    expect(maps.byNamespace('shop').get('a')?.metadata.labels).toEqual({ x: '1' });
    expect(things.byNamespace('shop').get('w')?.kind).toBe('Widget');
    const index = factory.core().v1().configmaps().informer().getIndexer();
    expect(index.indexKeys('namespace', 'shop')).toEqual(['shop/a']);
    factory.shutdown();
  });

  it('should call handlers, with the old and the new object', async () => {
    const { server, transport } = serve();
    const recorded: string[] = [];
    const factory = sharedInformerFactory(transport, { core });
    const maps = factory.core().v1().configmaps();
    maps.informer().addEventHandler({
      onAdd: (map, isInInitialList) =>
        void recorded.push(`add ${map.data?.['k'] ?? ''} ${String(isInInitialList)}`),
      onUpdate: (old, map) => void recorded.push(`update ${old.data?.['k'] ?? ''} ${map.data?.['k'] ?? ''}`),
      onDelete: (map) => void recorded.push(`delete ${map.data?.['k'] ?? ''}`),
    });
    server.objects.create(core.v1.configmaps, {
      metadata: { name: 'a', namespace: 'shop' },
      data: { k: '1' },
    });
    factory.start();
    await factory.waitForCacheSync(soon());
    server.objects.patch(core.v1.configmaps, 'shop/a', { data: { k: '2' } });
    server.objects.delete(core.v1.configmaps, 'shop/a');
    await advanceUntil(() => recorded.length === 3);

    expect(recorded).toEqual(['add 1 true', 'update 1 2', 'delete 2']);
    factory.shutdown();
  });

  it('should return one informer for a resource, by either method; the first call creates it (B281)', () => {
    const factory = sharedInformerFactory(nowhere, { core });
    const pods = factory.core().v1().pods().informer();
    const made: number[] = [];
    const another = factory.informerFor(core.v1.nodes, () => {
      made.push(1);
      return pods as never;
    });

    expect(factory.core().v1().pods().informer()).toBe(pods);
    expect(factory.forResource({ group: '', version: 'v1', resource: 'pods' }).informer()).toBe(pods);
    expect(factory.informerFor(core.v1.pods, () => made.push(1) as never)).toBe(pods);
    expect(factory.core().v1().nodes().informer()).toBe(another);
    expect(made).toEqual([1]);
    expect(factory.core().v1().secrets().informer()).not.toBe(pods);
  });

  it('should keep one informer when newFunc requests its own resource (B281)', () => {
    const factory = sharedInformerFactory(nowhere, { core });
    const asked: unknown[] = [];
    const given = factory.informerFor<KubeObject>(core.v1.pods, () => {
      asked.push(factory.core().v1().pods().informer());
      return sharedIndexInformer<KubeObject>(NEVER);
    });

    expect(factory.core().v1().pods().informer()).toBe(given);
    expect(given).toBe(asked[0]);
  });

  it('should call newFunc with the transport and the period', () => {
    const given: unknown[] = [];
    const factory = sharedInformerFactory(
      nowhere,
      {},
      {
        resyncPeriod: 60_000,
        customResyncConfig: [
          [core.v1.nodes, 5_000],
          [apps.v1.deployments, 0],
        ],
      },
    );
    for (const resource of [core.v1.pods, core.v1.nodes, apps.v1.deployments]) {
      factory.informerFor<KubeObject>(resource, (transport, period) => {
        given.push([transport, period]);
        return sharedIndexInformer<KubeObject>(NEVER);
      });
    }

    expect(given).toEqual([
      [nowhere, 60_000],
      [nowhere, 5_000],
      [nowhere, 0],
    ]);
  });

  it('should run the informers created since the last start, once (B282)', async () => {
    const { transport, requests } = serve();
    const factory = sharedInformerFactory(transport, { core });
    factory.core().v1().configmaps().informer();
    factory.start();
    factory.start();
    await factory.waitForCacheSync(soon());
    const late = factory.core().v1().secrets().informer();
    const before = requests.length;

    expect(late.hasSynced()).toBe(false);
    factory.start();
    await factory.waitForCacheSync(soon());
    expect(late.hasSynced()).toBe(true);
    expect(requests.slice(0, before).map(({ path }) => path)).toEqual(
      Array.from({ length: before }, () => '/api/v1/configmaps'),
    );
    expect(new Set(requests.slice(before).map(({ path }) => path))).toEqual(new Set(['/api/v1/secrets']));
    factory.shutdown();
  });

  it('should fill a lister whose informer was not requested (B283)', async () => {
    const { transport } = serve();
    const factory = sharedInformerFactory(transport, { core });
    const namespaces = factory.core().v1().namespaces().lister();
    factory.start();
    await factory.waitForCacheSync(soon());

    expect(namespaces.get('shop')?.metadata.name).toBe('shop');
    factory.shutdown();
  });

  it('should wait only for the informers that were started (B284)', async () => {
    const { transport } = serve();
    const factory = sharedInformerFactory(transport, { core });
    await factory.waitForCacheSync();
    factory.core().v1().configmaps().informer();
    factory.start();
    const late = factory.core().v1().secrets().informer();

    await factory.waitForCacheSync(soon());

    expect(late.hasSynced()).toBe(false);
    factory.shutdown();
  });

  it('should name the resources that have not synced, with the reason', async () => {
    const stop = new AbortController();
    const factory = sharedInformerFactory(nowhere, { core, apps });
    factory.apps().v1().deployments().informer();
    factory.core().v1().pods().informer();
    factory.start();
    const waiting = factory.waitForCacheSync(stop.signal);
    stop.abort();

    await expect(waiting).rejects.toThrow(
      'not synced: apps/v1 deployments: listing, 0 objects so far; v1 pods: listing, 0 objects so far',
    );
    factory.shutdown();
    await expect(factory.waitForCacheSync()).rejects.toThrow('apps/v1 deployments does not run');
  });

  it('should reject with a NotFound error for a resource that the server lacks (against B286)', async () => {
    const { transport } = serve();
    const factory = sharedInformerFactory(transport, {});
    const none = factory
      .forResource({ group: 'example.com', version: 'v1', resource: 'nothings' })
      .informer();
    factory.start();
    const stop = new AbortController();
    none.status$.subscribe(({ phase }) => {
      if (phase === 'waiting') stop.abort();
    });

    await expect(factory.waitForCacheSync(stop.signal)).rejects.toThrow(
      /example\.com\/v1 nothings: waiting to try again: .*could not find the requested resource/,
    );
    factory.shutdown();
  });

  it('should stop with its signal, and not run an informer again (B160)', async () => {
    const { transport, requests } = serve();
    const stop = new AbortController();
    const factory = sharedInformerFactory(transport, { core });
    const maps = factory.core().v1().configmaps();
    maps.informer();
    factory.start(stop.signal);
    await factory.waitForCacheSync(soon());
    stop.abort();
    const before = requests.length;
    factory.start();

    expect(maps.informer().isStopped()).toBe(true);
    expect(maps.lister().list()).toEqual([]);
    expect(requests).toHaveLength(before);
  });

  it('should stop all informers on shutdown, and start none again (against B285)', async () => {
    const { transport, requests } = serve();
    const factory = sharedInformerFactory(transport, { core });
    const maps = factory.core().v1().configmaps().informer();
    factory.start();
    await factory.waitForCacheSync(soon());
    factory.shutdown();
    factory.shutdown();
    factory.core().v1().secrets().informer();
    const before = requests.length;
    factory.start();

    expect(maps.isStopped()).toBe(true);
    expect(requests).toHaveLength(before);
  });

  describe('inside a callback', () => {
    const over = (...names: readonly string[]) =>
      fakeControllerSource(names.map((name) => kubeObject<Pod>(name)));

    it('should start the informer that a handler requests, start none twice, and stop all when a handler shuts it down', async () => {
      const factory = sharedInformerFactory(nowhere, { core });
      const [pods, nodes] = [over('shop/a', 'shop/b'), over('n')];
      const calls: string[] = [];
      const podInformer = factory.informerFor<KubeObject>(core.v1.pods, () => sharedIndexInformer(pods));
      podInformer.addEventHandler({
        onAdd: ({ metadata: { name } }) => {
          calls.push(name);
          factory
            .informerFor<KubeObject>(core.v1.nodes, () => sharedIndexInformer(nodes))
            .addEventHandler({
              onAdd: (node) => {
                calls.push(`${node.metadata.name} after ${name}`);
                if (calls.includes('n after b')) factory.shutdown();
              },
            });
          factory.start();
        },
      });
      factory.start();
      await advanceUntil(() => podInformer.isStopped());
      pods.add(kubeObject('shop/c'));
      await advanceMinute();

      // The calls of each informer keep their order. The order between two informers is not fixed.
      expect(calls.filter((call) => call.length === 1)).toEqual(['a', 'b']);
      expect(calls.filter((call) => call.length > 1)).toEqual(['n after a', 'n after b']);
      expect([pods.requests.length, nodes.requests.length]).toEqual([1, 1]);
    });

    it('should start no more informers once it is shut down during its start', () => {
      const factory = sharedInformerFactory(nowhere, { core });
      const [pods, nodes] = [over('shop/a'), over('n')];
      const shutDown = (pod: KubeObject): KubeObject => {
        factory.shutdown();
        return pod;
      };
      const informers = [
        factory.informerFor(core.v1.pods, () =>
          sharedIndexInformer(pods, { reflect: { transform: shutDown } }),
        ),
        factory.informerFor<KubeObject>(core.v1.nodes, () => sharedIndexInformer(nodes)),
      ];
      factory.start();

      expect(informers.map((informer) => informer.isStopped())).toEqual([true, false]);
      expect(nodes.requests).toEqual([]);
    });

    it('should report a handler that throws with its name, and call the others (B170, against B152)', async () => {
      const factory = sharedInformerFactory(nowhere, { core });
      const [calls, errors]: [string[], string[]] = [[], []];
      const pods = factory.informerFor<KubeObject>(core.v1.pods, () =>
        sharedIndexInformer(over('shop/a', 'shop/b')),
      );
      pods.addEventHandler({
        name: 'audit',
        onAdd: () => {
          throw new Error('boom');
        },
        onError: ({ message }) => errors.push(message),
      });
      pods.addEventHandler({ onAdd: ({ metadata: { name } }) => calls.push(name) });
      factory.start();
      await advanceUntil(() => calls.length === 2);
      factory.shutdown();

      expect(errors).toEqual(['a', 'b'].map((name) => `onAdd of audit threw for shop/${name}: boom`));
    });
  });

  it('should restrict every list and watch by its options, also of cluster resources (B287)', async () => {
    const { transport, requests } = serve();
    const asked: unknown[] = [];
    const factory = sharedInformerFactory(
      transport,
      { core },
      {
        namespace: 'shop',
        labelSelector: 'app',
        fieldSelector: 'metadata.name!=x',
        informer: { reflect: { streamingList: 'never' } },
        tweakListOptions: (options: ListWatchOptions, { resource }) => {
          asked.push([resource, options]);
          return resource === 'secrets' ? { ...options, labelSelector: 'app=web' } : options;
        },
      },
    );
    for (const resource of ['configmaps', 'secrets', 'nodes'] as const)
      factory.core().v1()[resource]().informer();
    factory.start();
    await advanceUntil(() => requests.filter(({ query }) => query?.['watch'] === 'true').length === 3);

    const fieldSelector = 'metadata.name!=x';
    expect(asked).toEqual([
      ['configmaps', { namespace: 'shop', labelSelector: 'app', fieldSelector }],
      ['secrets', { namespace: 'shop', labelSelector: 'app', fieldSelector }],
      ['nodes', { labelSelector: 'app', fieldSelector }],
    ]);
    const said = (path: string) =>
      requests
        .filter((request) => request.path === path)
        .map(({ query = {} }) => [query['watch'] ?? 'list', query['labelSelector'], query['fieldSelector']]);
    for (const [path, labels] of [
      ['/api/v1/namespaces/shop/configmaps', 'app'],
      ['/api/v1/namespaces/shop/secrets', 'app=web'],
      ['/api/v1/nodes', 'app'],
    ] as const) {
      expect(said(path)).toEqual([
        ['list', labels, fieldSelector],
        ['true', labels, fieldSelector],
      ]);
    }
    factory.shutdown();
  });

  it('should set the storage of each informer, and call its `onError` with the error of an index function', async () => {
    const { server, transport } = serve();
    server.objects.create(core.v1.configmaps, { metadata: { name: 'a', namespace: 'shop' } });
    const errors: unknown[] = [];
    const factory = sharedInformerFactory(
      transport,
      { core },
      { informer: { storage: compact(), onError: (error) => errors.push(error) } },
    );
    const maps = factory.core().v1().configmaps();
    const thrown = new Error('no index');
    maps.informer().addIndexers({
      broken: () => {
        throw thrown;
      },
    });
    factory.start();
    await factory.waitForCacheSync(soon());
    const lister = maps.lister();

    expect(errors).toMatchObject([{ cause: thrown }]);
    expect(lister.get('shop/a')).toEqual(lister.get('shop/a'));
    expect(lister.get('shop/a')).not.toBe(lister.get('shop/a'));
    factory.shutdown();
  });

  it('should transform each object once (B118)', async () => {
    const { server, transport } = serve();
    server.objects.create(core.v1.configmaps, {
      metadata: { name: 'a', namespace: 'shop' },
      data: { k: '1' },
    });
    const transform = (object: KubeObject): KubeObject => ({
      ...object,
      kind: `Small${object.kind ?? ''}`,
    });
    const factory = sharedInformerFactory(transport, { core }, { transform });
    const maps = factory.core().v1().configmaps().lister();
    factory.start();
    await factory.waitForCacheSync(soon());

    expect(maps.get('shop/a')?.kind).toBe('SmallConfigMap');
    factory.shutdown();
  });

  it('should have all built-in kinds', () => {
    const factory = sharedInformerFactory(nowhere, kinds);

    expect(factory.rbac().v1().clusterroles().informer().hasSynced()).toBe(false);
    expect(Object.keys(factory).length).toBeGreaterThan(20);
  });

  it('should refuse invalid arguments', () => {
    const make =
      (...given: readonly unknown[]) =>
      () =>
        (sharedInformerFactory as (...all: readonly unknown[]) => unknown)(...given);

    expect(make({}, {})).toThrow(OptionsError);
    expect(make(nowhere)).toThrow('sharedInformerFactory: kinds must be an object');
    expect(make(nowhere, { core: [] })).toThrow('sharedInformerFactory: kinds.core must be');
    expect(make(nowhere, { core: { v1: { pods: 'pods' } } })).toThrow(
      'kinds.core.v1.pods must be a collection',
    );
    expect(make(nowhere, { start: core })).toThrow('none of forResource');
    expect(make(nowhere, {}, { resyncPeriod: -1 })).toThrow('resyncPeriod must be a time in ms');
    expect(make(nowhere, {}, { customResyncConfig: 7 })).toThrow('customResyncConfig must be pairs');
    expect(make(nowhere, {}, { customResyncConfig: [[core.v1.pods, -1]] })).toThrow('customResyncConfig');
    expect(make(nowhere, {}, { customResyncConfig: ['pods'] })).toThrow('customResyncConfig');
    expect(make(nowhere, {}, { informer: { indexers: {} } })).toThrow("informer: unknown option 'indexers'");
    expect(make(nowhere, {}, { tweakListOptions: {} })).toThrow('tweakListOptions must be a function');
    const transform = (object: KubeObject): KubeObject => object;
    expect(make(nowhere, {}, { informer: { reflect: { transform } } })).toThrow(
      /^sharedInformerFactory: informer\.reflect: transform must be given as transform, beside informer$/,
    );

    expect(make(nowhere, {}, { namespace: 3 as never })).toThrow('namespace must be a string, not 3');

    const factory = sharedInformerFactory(nowhere, {}, { namespace: 'no/such' });
    expect(() => factory.forResource('pods' as never)).toThrow('forResource: resource');
    expect(() => factory.informerFor(core.v1.pods, {} as never)).toThrow('informerFor: newFunc');
    for (const made of [undefined, {}, Promise.resolve(sharedIndexInformer(NEVER))]) {
      expect(() => factory.informerFor(core.v1.pods, () => made as never)).toThrow(
        'informerFor: the result of newFunc must be a shared informer',
      );
    }
    expect(() => factory.forResource(core.v1.pods).informer()).toThrow('listWatch: namespace');
    const mutating = sharedInformerFactory(
      nowhere,
      {},
      { namespace: 'shop', tweakListOptions: () => undefined as never },
    );
    expect(() => mutating.forResource(core.v1.pods).informer()).toThrow(
      'tweakListOptions: its result must be an object, not undefined',
    );
    expect(() => factory.start(7 as never)).toThrow('start: signal');
  });

  it('should be typed by its kinds', () => {
    const factory = sharedInformerFactory(nowhere, { core, apps, mine });

    expectTypeOf(factory.apps().v1().deployments()).toEqualTypeOf<GenericInformer<Deployment>>();
    expectTypeOf(factory.core().v1().pods().lister().get('a')).toEqualTypeOf<Pod | undefined>();
    expectTypeOf(factory.mine().v1().widgets().lister().list()).toEqualTypeOf<readonly Widget[]>();
    expectTypeOf(factory).not.toHaveProperty('batch');
    expectTypeOf(factory.core().v1()).not.toHaveProperty('deployments');
    expectTypeOf(factory.forResource(core.v1.pods)).toEqualTypeOf<GenericInformer<Pod>>();
    expectTypeOf(factory.forResource({ group: '', version: 'v1', resource: 'pods' })).toEqualTypeOf<
      GenericInformer<KubeObject>
    >();
  });

  it('should not parse unchanged objects again in a relist after a 410', async () => {
    const item =
      '{"metadata":{"name":"web","namespace":"shop","uid":"u","resourceVersion":"7"},"spec":{"n":1}}';
    const lists: string[] = [];
    const watches: string[] = [];
    const factory = sharedInformerFactory(
      {
        open: ({ query: { watch } = {} }) =>
          defer(() => {
            if (watch !== undefined) {
              watches.push(watch);
              const expired = new StatusError({ code: 410, reason: 'Expired', message: 'too old' });
              return watches.length === 1 ? throwError(() => expired) : NEVER;
            }
            lists.push(`{"metadata":{"resourceVersion":"${9 + lists.length}"},"items":[${item}]}`);
            return of(new TextEncoder().encode(lists.at(-1)));
          }),
      },
      { core },
      { informer: { reflect: { streamingList: 'never' } } },
    );
    const pods = factory.core().v1().pods().informer();
    const parse = jest.spyOn(JSON, 'parse');
    factory.start();
    await advanceUntil(() => watches.length === 2);
    const parsed = parse.mock.calls.filter(([text]) => text.includes('"spec"'));
    parse.mockRestore();

    expect([lists.length, pods.store.resourceVersion, pods.store.size]).toEqual([2, '10', 1]);
    expect(parsed).toHaveLength(1);
    factory.shutdown();
  });
});
