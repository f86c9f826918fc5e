import { describe, expect, it } from '@jest/globals';
import { EMPTY, NEVER, of } from 'rxjs';
import {
  buffered,
  edit,
  indexedStore,
  informer,
  type KubeError,
  type KubeObject,
  OptionsError,
  query,
  reflect,
  type ReflectorStatus,
  select,
} from 'rx-informer';
import { createApiServer, useApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';
import {
  assertChanges,
  assertMarbles,
  emissionsOf,
  fakeControllerSource,
  kubeObject,
  marbleScheduler,
} from 'rx-informer/testing';

const { transport } = createApiServer();
const source = fakeControllerSource([kubeObject('shop/web')]);

describe('a mistake in a call', () => {
  it.each<[what: string, call: () => unknown, message: string]>([
    [
      'an option that is similar to another one',
      () => reflect(source, { pagesize: 5 } as never),
      "reflect: unknown option 'pagesize'; did you mean 'pageSize'?",
    ],
    [
      'an option with letters changed',
      () => reflect(source, { trasnform: (object: KubeObject) => object } as never),
      "reflect: unknown option 'trasnform'; did you mean 'transform'?",
    ],
    ...(
      [
        ['informer', 'linger', 'resetDelay', () => informer(source, { linger: 5 } as never)],
        ['reflect', 'gate', 'enabled', () => reflect(source, { gate: NEVER } as never)],
        ['reflect', 'giveUp', 'isFatal', () => reflect(source, { giveUp: () => true } as never)],
        ['reflect', 'silenceTimeout', 'idleTimeout', () => reflect(source, { silenceTimeout: 5 } as never)],
        ['buffered', 'pace', 'notifier', () => buffered({ pace: NEVER } as never)],
        ['query', 'pace', 'notifier', () => query(informer(source), { pace: NEVER } as never)],
        ['buffered', 'gauge', 'metrics', () => buffered({ gauge: {} } as never)],
      ] as const
    ).map(
      ([of, old, present, call]) =>
        [
          `the name that ${present} had before`,
          call,
          `${of}: unknown option '${old}'; did you mean '${present}'?`,
        ] as [string, () => unknown, string],
    ),
    [
      'an option that is not similar to another one',
      () => informer(source, { namespace: 'shop' } as never),
      "informer: unknown option 'namespace'; allowed: indexers, through, reflect, resetDelay, onError, storage",
    ],
    [
      'a transport and a resource for a source',
      () => informer(transport as never, core.v1.pods as never),
      'informer: source must be a ListerWatcher, or an Observable of reflector events: ' +
        'this is a Transport; give informer(listWatch(transport, resource))',
    ],
    [
      'a transport for the source of a reflector',
      () => reflect(transport as never),
      'reflect: source must be a ListerWatcher: { list(), watch() }: ' +
        'this is a Transport; give reflect(listWatch(transport, resource))',
    ],
    [
      'a key with too many slashes',
      () => select(informer(source), 'a/b/c'),
      'select: key must be `namespace/name`, or `name` of a cluster-scoped object, not "a/b/c"',
    ],
    [
      'an empty key',
      () => select(informer(source), ''),
      'select: key must be `namespace/name`, or `name` of a cluster-scoped object, not ""',
    ],
    [
      'events in the place of deltas',
      () => indexedStore().next({ type: 'REPLACED', items: [], resourceVersion: '1' } as never),
      'indexedStore: deltas must be an array of deltas, not an object: ' +
        'put deltaFifo() before the store: reflect(source).pipe(deltaFifo()).subscribe(store)',
    ],
    [
      'an absent object',
      () => edit(undefined as never, () => undefined),
      'edit: object must be an object with metadata, not undefined',
    ],
    [
      'no recipe',
      () => edit(kubeObject('shop/web'), undefined as never),
      'edit: recipe must be a function, not undefined',
    ],
    [
      'a unit that diagrams do not have',
      () => emissionsOf(NEVER, '^ 1h !'),
      'emissionsOf: subscription must be a diagram with one ^ and, behind it, one ! at most: `^ 5s !`, ' +
        'not "^ 1h !": 1h is not a time; the units are ms, s and m: 500ms, 5s, 60m',
    ],
    [
      'a signal that aborts nothing',
      () => informer(source).start({ aborted: false } as never),
      'start: signal must be an AbortSignal, not an object',
    ],
    [
      'an object that the fake source does not have',
      () => source.delete(kubeObject('shop/db')),
      'fakeControllerSource: delete: key must be the key of an existing object: shop/web, not "shop/db"',
    ],
  ])('should be reported in one sentence: %s', (_what, call, message) => {
    let thrown: unknown;
    try {
      call();
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(OptionsError);
    expect((thrown as OptionsError).message).toBe(message);
  });

  it('should be an error of select if no object can have such a key', () => {
    const seen = marbleScheduler().run(() => {
      const both = fakeControllerSource([kubeObject('shop/web')]);
      return emissionsOf(select(informer(both), 'web'), '^ 5s !');
    });
    expect(seen.emissions.map(({ notification }) => notification)).toEqual([
      { kind: 'E', error: expect.any(OptionsError) },
    ]);
    expect(String((seen.emissions[0]?.notification as { readonly error: unknown }).error)).toContain(
      'select: key must be `namespace/name`, as in "shop/web", not "web"',
    );
  });

  it('should let select wait for a key with a namespace, and for any key in an empty store', () => {
    const seen = marbleScheduler().run(() => [
      emissionsOf(select(informer(source), 'shop/later'), '^ 5s !'),
      emissionsOf(select(informer(fakeControllerSource()), 'web'), '^ 5s !'),
    ]);
    expect(seen.map(({ values }) => values)).toEqual([[undefined], [undefined]]);
  });

  it('should be reported on the status if a transform returns nothing', () => {
    const received: KubeError[] = [];
    marbleScheduler().run(() => {
      const transform = (() => undefined) as never;
      const status = {
        next: (value: ReflectorStatus): void => {
          if ('incident' in value) received.push(value.incident);
        },
      };
      emissionsOf(reflect(source, { transform, status }), '^ 5s !');
    });
    expect(received[0]?.message).toContain(
      'transform returned undefined for shop/web; return the object or a copy; its result is ignored',
    );
  });

  it('should be reported if a test compares before the first emission', () => {
    const seen = emissionsOf(NEVER);
    const hint =
      'Nothing came, and the recording goes on. Within marbleScheduler().run compare after flush() or after run. ' +
      'Promises do not run in virtual time: give the operators Observables there.';
    expect(() => assertChanges(seen as never, ['added shop/web'])).toThrow(hint);
    expect(() => assertMarbles(seen, 'a')).toThrow(hint);
    expect(() => assertMarbles(emissionsOf(EMPTY), 'a')).not.toThrow(hint);
    expect(() => assertMarbles(emissionsOf(of('a')), 'b')).not.toThrow(hint);
    seen.unsubscribe();
  });

  it('should be reported if a program reads the address of a server before it listens', () => {
    const none = (): void => undefined;
    const hooks = { beforeAll: none, beforeEach: none, afterEach: none, afterAll: none };
    const server = useApiServer({}, hooks);
    expect(() => server.url).toThrow(
      'useApiServer: url must be asked for within a test or a hook, not undefined: the server listens from beforeAll on',
    );
    expect(server.objects.list(core.v1.namespaces).length).toBeGreaterThan(0);
  });

  it('should allow a delete by an object or by its key', () => {
    const two = fakeControllerSource([kubeObject('shop/a'), kubeObject('shop/b')]);
    two.delete('shop/a');
    two.delete(kubeObject('shop/b'));
    expect(() => two.delete('shop/b')).toThrow('an existing object; it has no objects');
  });
});
