import { describe, expect, it, jest } from '@jest/globals';
import { EMPTY, filter, firstValueFrom, map, NEVER, of, tap, toArray } from 'rxjs';
import {
  byNamespace,
  type Change,
  compact,
  type Delta,
  type Deltas,
  indexedStore,
  informer,
  type KubeObject,
  lister,
  type ListerWatcher,
  OptionsError,
  query,
  type ReflectorEvent,
  type StoreSubject,
} from 'rx-informer';
import { sharedIndexInformer, sharedInformer } from 'rx-informer/client-go';
import { fc } from '../support/properties.ts';
import { event, line, replace, textOf, thing } from '../support/things.ts';
import { stillClock } from '../support/virtual-time.ts';

const compactStore = (): StoreSubject<KubeObject, 'namespace'> =>
  indexedStore<KubeObject, 'namespace'>({ storage: compact(), indexers: { namespace: byNamespace } });

/** Returns an array to which the later changes of a store are added. */
function noted(store: StoreSubject<KubeObject, never> | StoreSubject<KubeObject>): Change<KubeObject>[] {
  const changes: Change<KubeObject>[] = [];
  store.batches$.subscribe((batch) => changes.push(...batch));
  return changes;
}

const updateOf = (object: KubeObject): Deltas<KubeObject> => [{ type: 'Updated', key: 'x/a', object }];
const withSpec = (text: string, spec: unknown): KubeObject => Object.freeze({ ...thing(text), spec });

const aText = fc
  .tuple(
    fc.constantFrom('a', 'x/a', 'x/ü', 'y/b'),
    fc.integer({ min: 1, max: 30 }),
    fc.constantFrom('1', '2'),
  )
  .map(([key, version, uid]) => ({ key, object: thing(`${key}@${version}#${uid}`) }));
const anObject = fc
  .tuple(aText, fc.jsonValue({ maxDepth: 2 }))
  .map(([{ key, object }, spec]) => ({ key, object: { ...object, spec } as KubeObject }));
const aDelta: fc.Arbitrary<Delta<KubeObject>> = fc.oneof(
  fc
    .tuple(fc.constantFrom('Added' as const, 'Updated' as const, 'Deleted' as const), anObject)
    .map(([type, { key, object }]) => ({ type, key, object })),
  fc.array(anObject, { maxLength: 6 }).map((objects) => ({
    type: 'ReplacedAll' as const,
    objects: objects.map(({ object }) => object),
    resourceVersion: '9',
  })),
  fc.constant({ type: 'SyncAll' as const }),
);

describe('compact', () => {
  it('should emit and read the same as a plain store', () => {
    fc.assert(
      fc.property(fc.array(aDelta, { maxLength: 20 }), fc.nat(19), (deltas, late) => {
        const stores = [
          indexedStore<KubeObject, 'namespace'>({ indexers: { namespace: byNamespace } }),
          compactStore(),
        ];
        const [plain, packed] = stores.map((store) => {
          const emitted = [noted(store)];
          for (const [at, delta] of deltas.entries()) {
            if (at === late) emitted.push(noted(store));
            store.next([delta]);
          }
          return {
            emitted,
            list: store.list(),
            keys: store.listKeys(),
            got: store.listKeys().map((key) => store.get(key)),
            indexed: store.listIndexFuncValues('namespace').map((value) => store.byIndex('namespace', value)),
            version: store.resourceVersion,
          };
        });

        expect(packed).toEqual(plain);
      }),
      { numRuns: 100 },
    );
  });

  it('should emit frozen changes that can be spread, printed as JSON and compared like plain ones', () => {
    const store = compactStore();
    store.next(replace('1', 'x/a@1'));
    const [change] = noted(store);

    expect({ ...change }).toEqual({ type: 'added', key: 'x/a', object: thing('x/a@1'), cause: 'replay' });
    expect(JSON.parse(JSON.stringify(change))).toEqual({ ...change });
    expect(Object.keys(change ?? {})).toEqual(['type', 'key', 'object', 'cause']);
    expect(Object.isFrozen(change)).toBe(true);
    expect(Object.isFrozen(change?.object.metadata)).toBe(true);
    expect(change?.object).toBe(change?.object);
  });

  it('should use the same object for old and new of a resync', () => {
    const store = compactStore();
    store.next(replace('1', 'x/a@1'));
    const emitted = noted(store);
    store.next([{ type: 'SyncAll' }]);
    const [, resync] = emitted;

    expect(resync?.type === 'updated' && resync.old === resync.object).toBe(true);
  });

  it('should emit changes that show the old state, even if they are read much later', () => {
    const store = compactStore();
    const filler = 'x'.repeat(3_000);
    store.next(updateOf(withSpec('x/a@1', filler)));
    const emitted = noted(store).splice(0);
    store.batches$.subscribe((batch) => emitted.push(...batch));
    for (let version = 2; version < 500; version += 1) {
      store.next(updateOf(withSpec(`x/a@${version}`, filler)));
    }

    const olds = emitted.map((change) => (change.type === 'updated' ? textOf(change.old) : 'none'));
    expect(olds.slice(-498)).toEqual(Array.from({ length: 498 }, (_, at) => `x/a@${at + 1}`));
  });

  it('should store values unchanged that JSON cannot represent', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const odd = [new Date(0), () => 1, 5n, NaN, -0, Symbol('s'), new Map(), cycle, [undefined]];
    const store = compactStore();
    for (const [at, spec] of odd.entries()) {
      const object = withSpec(`x/a@${at + 1}`, { spec });
      store.next(updateOf(object));
      expect(store.get('x/a')).toBe(object);
    }
    store.next(updateOf(withSpec('x/a@99', 'text')));

    expect(store.list()).toEqual([withSpec('x/a@99', 'text')]);
    store.next(event('Deleted', 'x/a@100'));
    expect(store.list()).toEqual([]);
  });

  it('should drop undefined members when it encodes an object', () => {
    const store = compactStore();
    store.next(updateOf(withSpec('x/a@1', { kept: 1, left: undefined })));
    const { spec } = store.get('x/a') as KubeObject & { spec: unknown };
    store.next(updateOf(withSpec('x/a@2', undefined)));

    expect(spec).toStrictEqual({ kept: 1 });
    expect(store.get('x/a')).toStrictEqual(thing('x/a@2'));
    expect(store.get('x/a')).not.toBe(store.get('x/a')); // each read parses the object again
  });

  it('should store an object without uid or version, and then treat each new state as changed', () => {
    const bare = { metadata: { name: 'a', namespace: 'x', labels: {} } } as unknown as KubeObject;
    const store = compactStore();
    store.next(updateOf(bare));
    store.next(updateOf(bare));

    expect(store.list()).toEqual([bare]);
    expect(noted(store).map(({ type }) => type)).toEqual(['added']);
  });

  it('should compare objects after a reset of the versions without parsing them', () => {
    const store = compactStore();
    const listed = (spec: unknown): Deltas<KubeObject> => [
      { type: 'ReplacedAll', objects: [withSpec('x/a@1', spec)], resourceVersion: '1', versionsReset: true },
    ];
    store.next(listed({ a: '\ud800ü', 34: [0.1] }));
    const changes = noted(store);
    changes.length = 0;
    const parse = jest.spyOn(JSON, 'parse');
    store.next(listed({ a: '\ud800ü', 34: [0.1] }));
    expect(changes).toEqual([]);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
    store.next(listed({ a: '\ud800ü', 34: [0.2] }));
    expect(changes.map(({ type }) => type)).toEqual(['updated']);
  });

  it('should refuse an invalid storage', () => {
    const storage = 'compact' as never;

    expect(() => indexedStore({ storage })).toThrow(OptionsError);
    expect(() => informer(NEVER, { storage })).toThrow(OptionsError);
    expect(() => sharedIndexInformer(NEVER, { storage })).toThrow(OptionsError);
  });

  it.each<[string, () => unknown]>([
    ['nothing', () => undefined],
    ['a codec of this library', () => compact().createCodec()],
    [
      'an error',
      () => {
        throw new RangeError('locked');
      },
    ],
  ])('should refuse the storage of another library without calling it: returns %s', (_what, create) => {
    let calls = 0;
    const storage = {
      createCodec: () => {
        calls++;
        return create();
      },
    } as never;

    expect(() => indexedStore({ storage })).toThrow(
      'indexedStore: storage must be what compact() returns, not an object',
    );
    expect(() => informer(NEVER, { storage })).toThrow(OptionsError);
    expect(() => sharedIndexInformer(NEVER, { storage })).toThrow(OptionsError);
    expect(calls).toBe(0);
  });

  it('should name the function that received the invalid storage', () => {
    const storage = { open: 'bytes' } as never;

    expect(() => informer(NEVER, { storage })).toThrow('informer: storage must be what compact() returns');
    expect(() => sharedIndexInformer(NEVER, { storage })).toThrow('sharedIndexInformer: storage must be');
    expect(() => sharedInformer(NEVER, { storage })).toThrow('sharedInformer: storage must be');
  });

  it('should refuse options, because it has none', () => {
    const given: (options: unknown) => unknown = compact;

    expect(() => given({ gzip: true })).toThrow('compact must be called without options, not an object');
  });
});

/** Returns a source with one list of two pages. The watch sends no events. */
function twoPages(): ListerWatcher<KubeObject> {
  const page = (...texts: string[]) => ({ items: texts.map(thing), resourceVersion: '9' });
  return { list: () => of(page('x/a@1', 'y/b@2'), page('x/c@3')), watch: () => NEVER };
}

describe('informer, compact', () => {
  stillClock();

  const storage = compact();
  const reflect = { streamingList: 'never' } as const;

  it('should emit a list, and read its objects', async () => {
    const pods = informer<KubeObject, 'namespace'>(twoPages(), {
      storage,
      reflect,
      indexers: { namespace: byNamespace },
    });
    const lines: string[] = [];
    const batches$ = pods.store.batches$.pipe(tap((batch) => lines.push(...batch.map(line))));
    await firstValueFrom(batches$.pipe(filter(() => pods.store.hasSynced)));

    expect(lines).toEqual(['added x/a@1 initial', 'added y/b@2 initial', 'added x/c@3 initial']);
    expect(lister(pods.store).byNamespace('x').list().map(textOf)).toEqual(['x/a@1', 'x/c@3']);
    expect(pods.store.get('y/b')).toEqual(thing('y/b@2'));
  });

  it('should pass whole objects to a transform and to the operators before the store', () => {
    const seen: unknown[] = [];
    const transform = (object: KubeObject): KubeObject => {
      seen.push(object);
      return object;
    };
    const through = map((emitted: ReflectorEvent<KubeObject>) => {
      if (emitted.type === 'REPLACED') seen.push(...emitted.items);
      return emitted;
    });
    const all = ['x/a@1', 'y/b@2', 'x/c@3'].map(thing);

    informer(twoPages(), { storage, reflect: { ...reflect, transform } })
      .start()
      .unsubscribe();
    informer(twoPages(), { storage, reflect, through }).start().unsubscribe();

    expect(seen).toEqual([...all, ...all]);
  });

  it('should emit no changes for an equal second list', () => {
    const pods = informer(twoPages(), { storage, reflect });
    pods.start().unsubscribe();
    const emitted: string[] = [];
    const subscription = pods.store.batches$.subscribe((batch) => emitted.push(...batch.map(line)));
    subscription.unsubscribe();

    expect(emitted).toEqual(['added x/a@1 replay', 'added y/b@2 replay', 'added x/c@3 replay']);
  });

  it('should work with a view like any other store', async () => {
    const rows = await firstValueFrom(
      query(informer(twoPages(), { storage, reflect })).pipe(map((all) => all.map(textOf))),
    );

    expect(rows).toEqual(['x/a@1', 'y/b@2', 'x/c@3']);
  });

  it('should stay empty with a source that completes', async () => {
    const pods = informer<KubeObject>(EMPTY, { storage });

    expect(await firstValueFrom(pods.changes().pipe(toArray()))).toEqual([]);
  });
});
