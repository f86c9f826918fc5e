import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NEVER, tap } from 'rxjs';
import {
  type Informer,
  informer,
  listWatch,
  OptionsError,
  reflect,
  type ReflectorEvent,
  type Transport,
} from 'rx-informer';
import {
  dynamicSharedInformerFactory,
  newInformer,
  sharedIndexInformer,
  sharedInformer,
  sharedInformerFactory,
} from 'rx-informer/client-go';
import { type ConfigMap, core } from 'rx-informer/kinds';
import { testServers } from '../client-go/factory/test-servers.ts';
import { advanceMinute, advanceUntil, virtualTime } from '../support/virtual-time.ts';

virtualTime();

const maps = core.v1.configmaps;
const names = Array.from({ length: 40 }, (_, nth) => `map-${nth}`);
const map = (name: string): { metadata: { name: string; namespace: string } } => ({
  metadata: { name, namespace: 'shop' },
});

let stop: AbortController;
beforeEach(() => {
  stop = new AbortController();
});
afterEach(() => stop.abort());

describe('informers of four shards', () => {
  const serve = testServers();

  /**
   * Starts four informers, one for each shard. Each informer has its own connection, as if it ran in its own process.
   */
  async function four(of: ReturnType<typeof serve>): Promise<readonly Informer<ConfigMap>[]> {
    const made = [0, 1, 2, 3].map((index) => {
      const one = informer(listWatch(of.transport, maps, { namespace: 'shop' }), {
        reflect: { shard: { index, of: 4 } },
      });
      one.start(stop.signal);
      return one;
    });
    await advanceUntil(() => made.every(({ store }) => store.hasSynced));
    return made;
  }
  const held = (informers: readonly Informer<ConfigMap>[]): string[] =>
    informers.flatMap(({ store }) => store.list().map(({ metadata }) => metadata.name)).toSorted();

  it.each([false, true])(
    'should store each object exactly once at any time, if the server shards or not: %j (P138)',
    async (shardedLists) => {
      const world = serve({ shardedLists });
      const { server } = world;
      for (const name of names) server.objects.create(maps, map(name));

      const informers = await four(world);

      expect(held(informers)).toEqual(names.toSorted());
      expect(informers.every(({ store }) => store.size > 0)).toBe(true);

      for (const name of names.slice(0, 10)) server.objects.delete(maps, `shop/${name}`);
      for (const name of names.slice(10, 20))
        server.objects.patch(maps, `shop/${name}`, { data: { a: '1' } });
      server.objects.create(maps, map('late'));
      const now = ['late', ...names.slice(10)].toSorted();
      await advanceUntil(() => String(held(informers)) === String(now));
      await advanceMinute();

      expect(held(informers)).toEqual(now);
      const changed = informers
        .flatMap(({ store }) => store.list())
        .filter(({ data }) => data?.['a'] === '1');
      expect(changed).toHaveLength(10);
    },
  );

  it('should receive only their own objects from a server that shards: the server sends each object once', async () => {
    const sent = async (shardedLists: boolean): Promise<number> => {
      const world = serve({ shardedLists });
      for (const name of names)
        world.server.objects.create(maps, { ...map(name), data: { a: 'x'.repeat(1_000) } });
      let bytes = 0;
      const open: Transport['open'] = (request) =>
        world.transport.open(request).pipe(tap((chunk) => (bytes += chunk.length)));

      const informers = await four({ ...world, transport: { open } });

      expect(held(informers)).toEqual(names.toSorted());
      return bytes;
    };

    const [all, own] = [await sent(false), await sent(true)];

    expect(all).toBeGreaterThan(4 * names.length * 1_000);
    expect(own).toBeLessThan(2 * names.length * 1_000);
  });

  it('should pass an object with a new uid to the informer of its new shard', async () => {
    const world = serve();
    const { server } = world;
    server.objects.create(maps, map('a'));
    const informers = await four(world);
    const home = (): number => informers.findIndex(({ store }) => store.get('shop/a') !== undefined);
    const homes = new Set([home()]);

    while (homes.size < 2) {
      server.objects.delete(maps, 'shop/a');
      const { uid } = server.objects.create(maps, map('a')).metadata;
      await advanceUntil(() => informers.some(({ store }) => store.get('shop/a')?.metadata.uid === uid));
      await advanceMinute();

      expect(held(informers)).toEqual(['a']);
      homes.add(home());
    }
  });
});

describe('the shard option', () => {
  const serve = testServers();
  const half = { index: 0, of: 2, by: 'namespace' } as const;
  const wanted = "shardRange(object.metadata.namespace, '0x0000000000000000', '0x8000000000000000')";

  it.each<
    [
      string,
      (
        world: ReturnType<typeof serve>,
      ) => { run: (signal: AbortSignal) => unknown } | { start: (signal: AbortSignal) => unknown },
    ]
  >([
    ['informer', ({ transport }) => informer(listWatch(transport, maps), { reflect: { shard: half } })],
    [
      'sharedIndexInformer',
      ({ transport }) => sharedIndexInformer(listWatch(transport, maps), { reflect: { shard: half } }),
    ],
    [
      'newInformer',
      ({ transport }) =>
        newInformer({ listerWatcher: listWatch(transport, maps), handler: {}, reflect: { shard: half } })
          .controller,
    ],
    [
      'sharedInformerFactory',
      ({ transport }) => {
        const factory = sharedInformerFactory(
          transport,
          { core },
          { informer: { reflect: { shard: half } } },
        );
        factory.core().v1().configmaps().informer();
        return factory;
      },
    ],
    [
      'dynamicSharedInformerFactory',
      ({ transport }) => {
        const factory = dynamicSharedInformerFactory(transport, { informer: { reflect: { shard: half } } });
        factory.forResource(maps).informer();
        return factory;
      },
    ],
  ])('should be sent to the server by %s', async (_, make) => {
    const world = serve();
    const made = make(world);

    if ('run' in made) made.run(stop.signal);
    else made.start(stop.signal);
    await advanceUntil(() => world.requests.length > 0);

    expect(world.requests[0]?.query?.['shardSelector']).toBe(wanted);
  });

  it('should be refused with a stream of events, which contains all objects', () => {
    const events$ = NEVER as typeof NEVER & { events?: ReflectorEvent<ConfigMap> };

    expect(() => informer(events$, { reflect: { shard: half } })).toThrow(
      /^informer: reflect: shard must be absent over a stream of events; give it to their reflect\(\)$/,
    );
    expect(() => informer(reflect(listWatch(serve().transport, maps), { shard: half }))).not.toThrow();
  });

  it('should be validated by informer()', () => {
    const { transport } = serve();
    const bad = { index: 2, of: 2 };

    const flaw = 'shard: index must be a whole number from 0 to 1, not 2';
    const source = listWatch(transport, maps);

    expect(() => informer(source, { reflect: { shard: bad } })).toThrow(`informer: reflect: ${flaw}`);
    expect(() => informer(source, { reflect: { shard: bad } })).toThrow(OptionsError);
  });

  it('should be validated in the reflector options, with the name of the called function', () => {
    const { transport } = serve();
    const source = listWatch(transport, maps);
    const reflect = { shard: { index: 2, of: 2 } };
    const flaw = 'shard: index must be a whole number from 0 to 1, not 2';

    expect(() => sharedInformer(source, { reflect })).toThrow(`sharedInformer: reflect: ${flaw}`);
    expect(() => sharedIndexInformer(source, { reflect })).toThrow(`sharedIndexInformer: reflect: ${flaw}`);
    expect(() => newInformer({ listerWatcher: source, handler: {}, reflect })).toThrow(
      `newInformer: reflect: ${flaw}`,
    );
    expect(() => sharedInformerFactory(transport, {}, { informer: { reflect } })).toThrow(
      `sharedInformerFactory: informer.reflect: ${flaw}`,
    );
  });

  it('should name `reflect` if `shard` is given outside of it', () => {
    const { transport } = serve();
    const source = listWatch(transport, maps);
    const beside = { shard: half } as object;

    expect(() => informer(source, beside)).toThrow(/^informer: shard must be given as reflect: \{ shard \}$/);
    expect(() => sharedIndexInformer(source, beside)).toThrow(
      /^sharedIndexInformer: shard must be given as reflect: \{ shard \}$/,
    );
    expect(() => sharedInformer(source, beside)).toThrow(/^sharedInformer: shard must be given as/);
    expect(() => sharedInformerFactory(transport, {}, beside)).toThrow(
      /^sharedInformerFactory: shard must be given as informer: \{ reflect: \{ shard \} \}$/,
    );
  });
});
