import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { config, Subject } from 'rxjs';
import {
  byLabel,
  byNamespace,
  type Change,
  deltaFifo,
  type HandlerError,
  keyOf,
  type KubeObject,
  OptionsError,
  type ReflectorEvent,
} from 'rx-informer';
import {
  type IndexFunc,
  type DeltaStore,
  type Indexer,
  newIndexer,
  newRealFIFO,
  newStore,
  TransactionError,
} from 'rx-informer/client-go';
import { fc } from '../../support/properties.ts';
import { event, line, replace, textOf, thing } from '../../support/things.ts';

const texts = (store: DeltaStore<KubeObject>): readonly string[] => store.list().map(textOf);
/** Passes a value that its type does not allow, to test JavaScript callers. */
const given = (value: unknown): never => value as never;
const tombstone = { key: 'a', object: undefined, finalStateKnown: false } as const;
const fail = (): never => {
  throw new Error('broken');
};

/** Returns a store that contains these objects. */
function holding(...given: readonly string[]): DeltaStore<KubeObject> {
  const store = newStore();
  for (const text of given) store.add(thing(text));
  return store;
}

describe('newStore', () => {
  it('should add, update, get, list and delete (B180)', () => {
    const store = holding('a@1', 'x/b@2');
    store.update(thing('a@3'));
    store.add(thing('c@4'));
    store.delete(thing('c@9'));
    store.delete(thing('never@9'));

    expect(texts(store)).toEqual(['a@3', 'x/b@2']);
    expect(store.listKeys()).toEqual(['a', 'x/b']);
    expect(
      [store.get(thing('x/b@9')), store.get('x/b'), store.getByKey('x/b')].map(
        (each) => each && textOf(each),
      ),
    ).toEqual(['x/b@2', 'x/b@2', 'x/b@2']);
    expect(store.getByKey('c')).toBeUndefined();
  });

  it('should have only the objects of the last list, in order, with the last of two with one key (B181)', () => {
    const store = holding('a@1', 'b@1');
    store.replace(['c@2', 'b@2', 'c@3'].map(thing), '4');

    expect(texts(store)).toEqual(['c@3', 'b@2']);
    expect(store.lastStoreSyncResourceVersion()).toBe('4');
  });

  it('should accept tombstones with any key function (B122)', () => {
    const store = newStore<KubeObject>(({ metadata }) => metadata.uid);
    store.add(thing('x/a@1#u'));
    store.delete({ ...tombstone, key: 'u' });

    expect(store.list()).toEqual([]);
  });

  it('should have the version of the last write, also an older one (B123, B186)', () => {
    const store = newStore();
    const steps: [string, () => void, string][] = [
      ['', () => undefined, ''],
      ['add', () => store.add(thing('a@5')), '5'],
      ['an older one', () => store.update(thing('a@3')), '3'],
      ['delete', () => store.delete(thing('a@7')), '7'],
      ['tombstone', () => store.delete({ ...tombstone, object: thing('a@9') }), '7'],
      ['list', () => store.replace([thing('b@1')], '10'), '10'],
      ['bookmark', () => store.bookmark('12'), '12'],
      ['resync', () => store.resync(), '12'],
      [
        'transaction',
        () =>
          store.transaction(
            { type: 'Add', object: thing('c@20') },
            { type: 'Delete', object: thing('b@13') },
          ),
        '13',
      ],
    ];

    for (const [what, write, version] of steps) {
      write();
      expect([what, store.lastStoreSyncResourceVersion()]).toEqual([what, version]);
    }
  });

  it('should have only the versions of lists and bookmarks if objects have no metadata (B124)', () => {
    const bare = { size: 1 } as unknown as KubeObject;
    const store = newStore<KubeObject>(() => 'bare', { transformer: () => bare });
    store.replace([thing('a@1')], '3');
    store.add(thing('a@5'));

    expect([store.getByKey('bare'), store.lastStoreSyncResourceVersion()]).toEqual([bare, '3']);
  });

  it.each([
    ['keyOf', (store: DeltaStore<KubeObject>) => store.add(thing('bad@1'))],
    ['keyOf', (store: DeltaStore<KubeObject>) => store.delete(thing('bad@1'))],
    ['keyOf', (store: DeltaStore<KubeObject>) => store.get(thing('bad@1'))],
    ['keyOf', (store: DeltaStore<KubeObject>) => store.replace([thing('b@1'), thing('bad@1')], '2')],
    ['transform', (store: DeltaStore<KubeObject>) => store.update(thing('boom@1'))],
    ['transform', (store: DeltaStore<KubeObject>) => store.replace([thing('b@1'), thing('boom@1')], '2')],
  ] as const)('should throw the error of %s with its cause, and change nothing (B187) %#', (where, write) => {
    const store = newStore<KubeObject>(
      (object) => (object.metadata.name === 'bad' ? fail() : keyOf(object)),
      {
        transformer: (object) => (object.metadata.name === 'boom' ? fail() : object),
      },
    );
    store.add(thing('a@1'));

    expect(() => write(store)).toThrow(
      expect.objectContaining({ name: 'HandlerError', where, cause: new Error('broken') }),
    );
    expect([texts(store), store.lastStoreSyncResourceVersion()]).toEqual([['a@1'], '1']);
  });

  it('should apply the valid writes of a transaction, and throw an error with the positions of the others (B188)', () => {
    const store = newStore<KubeObject>((object) => (object.metadata.name === 'bad' ? fail() : keyOf(object)));
    store.add(thing('d@1'));
    const transact = (): void =>
      store.transaction(
        { type: 'Add', object: thing('a@2') },
        { type: 'Update', object: thing('bad@3') },
        { type: 'Delete', object: thing('d@4') },
      );

    expect(transact).toThrow(TransactionError);
    expect(transact).toThrow(
      expect.objectContaining({
        message: 'failed to execute (1/3) transactions',
        totalTransactions: 3,
        successfulIndices: [0, 2],
        errors: [expect.objectContaining({ where: 'keyOf' })],
      }),
    );
    expect(texts(store)).toEqual(['a@2']);
  });

  it('should transform the objects of add, update and replace, not of delete (B189)', () => {
    const transformer = jest.fn((object: KubeObject): KubeObject => ({
      metadata: { ...object.metadata, resourceVersion: `${object.metadata.resourceVersion}0` },
    }));
    const store = newStore<KubeObject>(keyOf, { transformer });
    store.add(thing('a@1'));
    store.update(thing('b@2'));
    store.delete(thing('a@3'));
    expect(texts(store)).toEqual(['b@20']);
    store.replace([thing('c@4')], '5');

    expect(texts(store)).toEqual(['c@40']);
    expect(transformer).toHaveBeenCalledTimes(3);
  });

  it('should return the same object that was written (B191)', () => {
    const object = thing('a@1');
    const store = newStore();
    store.add(object);

    expect(store.getByKey('a')).toBe(object);
    expect(store.list()).toBe(store.list());
  });

  it.each([
    [() => newStore(given('name'))],
    [() => newStore(keyOf, given({ transformer: 1 }))],
    [() => newStore(keyOf, given({ indexers: {} }))],
    [() => newIndexer(keyOf, given({ app: 'app' }))],
    [() => newIndexer(keyOf, {}, given({ onError: 1 }))],
  ])('should refuse an invalid option %#', (make) => {
    expect(make).toThrow(OptionsError);
  });
});

describe('newStore, fed by a queue', () => {
  afterEach(() => {
    config.onUnhandledError = null;
  });

  it('should be filled by a reflector through a queue, and keep its objects when the reflector ends', () => {
    const events = new Subject<ReflectorEvent<KubeObject>>();
    const store = newStore();
    events.pipe(deltaFifo()).subscribe(store);
    events.next({ type: 'REPLACED', items: [thing('a@1'), thing('b@1')], resourceVersion: '2' });
    events.next({ type: 'DELETED', object: thing('a@3') });
    events.next({ type: 'BOOKMARK', resourceVersion: '5' });
    events.complete();

    expect([texts(store), store.lastStoreSyncResourceVersion()]).toEqual([['b@1'], '5']);
  });

  it('should report the error of a reflector', async () => {
    const unhandled = jest.fn();
    config.onUnhandledError = unhandled;
    const events = new Subject<ReflectorEvent<KubeObject>>();
    events.pipe(deltaFifo()).subscribe(newStore());
    events.error(new Error('gone'));
    await new Promise((resolve) => setTimeout(resolve));

    expect(unhandled).toHaveBeenCalledWith(new Error('gone'));
  });

  it('should return the changes of deltas, derived from its objects (B112)', () => {
    const store = holding('a@1');

    expect(store.applyDeltas(event('Added', 'a@2')).map(line)).toEqual(['updated a@1 a@2 watch']);
    expect(store.applyDeltas(event('Updated', 'b@3')).map(line)).toEqual(['added b@3 watch']);
    expect(store.applyDeltas(replace('4', 'b@3', 'c@4')).map(line)).toEqual([
      'deleted a@2 unknown relist',
      'added c@4 relist',
    ]);
  });

  it('should return a frozen batch of changes', () => {
    expect(Object.isFrozen(newStore().applyDeltas(event('Added', 'a@1')))).toBe(true);
  });

  it('should use isInInitialList of the queue (B116)', () => {
    const store = newStore();
    const fifo = newRealFIFO<KubeObject>({ atomicEvents: true });
    const recorded: Change<KubeObject>[] = [];
    fifo.replace([thing('a@1')], '1');
    fifo.replace([thing('a@1'), thing('b@2')], '2');
    while (fifo.length > 0) fifo.pop((deltas) => recorded.push(...store.applyDeltas(deltas))).subscribe();

    expect(recorded.map(line)).toEqual(['added a@1 initial', 'added b@2 relist']);
  });

  it('should use its own key function for the objects of a list', () => {
    const store = newStore<KubeObject>(({ metadata }) => metadata.uid);
    store.applyDeltas(replace('2', 'a@1#u1', 'a@2#u2'));

    expect(store.listKeys()).toEqual(['u1', 'u2']);
  });
});

describe('newIndexer', () => {
  const tags: IndexFunc<KubeObject> = ({ metadata }) => Array.from(metadata.labels?.['color'] ?? '');
  const colors = (...given: readonly string[]): Indexer<KubeObject, 'color' | 'namespace' | 'tags'> => {
    const indexer = newIndexer(keyOf, { color: byLabel('color'), namespace: byNamespace, tags });
    for (const text of given) indexer.add(thing(text));
    return indexer;
  };

  it('should find an object by each of its values, also after an update (B182)', () => {
    const indexer = colors('a@1#u:xyx', 'b@2#u:yz');
    expect([indexer.byIndex('tags', 'y').map(textOf), indexer.indexKeys('tags', 'x')]).toEqual([
      ['a@1#u:xyx', 'b@2#u:yz'],
      ['a'],
    ]);
    expect(indexer.index('tags', thing('c@9#u:zx')).map((each) => each.metadata.name)).toEqual(['b', 'a']);
    indexer.update(thing('a@3#u:z'));

    expect([indexer.indexKeys('tags', 'x'), indexer.indexKeys('tags', 'z')]).toEqual([[], ['a', 'b']]);
  });

  it('should remove a value without objects (B183), and list the others (B184)', () => {
    const indexer = colors('a@1#u:red', 'b@2#u:red', 'c@3#u:blue');
    indexer.delete(thing('a@4'));
    indexer.delete(thing('c@4'));

    expect(indexer.listIndexFuncValues('color')).toEqual(['red']);
  });

  it('should rebuild the indexes for a list (B181)', () => {
    const indexer = colors('a@1#u:red', 'b@2#u:blue');
    indexer.replace([thing('b@3#u:red')], '3');

    expect([indexer.indexKeys('color', 'red'), indexer.listIndexFuncValues('color')]).toEqual([
      ['b'],
      ['red'],
    ]);
  });

  it('should sort the keys of an index (B185)', () => {
    const indexer = colors('c@1#u:red', 'a@1#u:red', 'b@1#u:red');

    expect(indexer.indexKeys('color', 'red')).toEqual(['a', 'b', 'c']);
  });

  it('should add indexers at any time, all or none, and not change the given object (Q11)', () => {
    const given = { color: byLabel('color') };
    const indexer = newIndexer(keyOf, given);
    indexer.add(thing('x/a@1#u:red'));
    const more = indexer.addIndexers({ namespace: byNamespace });
    expect(more.indexKeys('namespace', 'x')).toEqual(['x/a']);
    expect(() => indexer.addIndexers({ tags, color: byLabel('hue') })).toThrow(OptionsError);

    expect([Object.keys(indexer.getIndexers()), Object.keys(given)]).toEqual([
      ['color', 'namespace'],
      ['color'],
    ]);
  });

  it('should refuse an unknown index, but return no values for it', () => {
    const indexer: Indexer<KubeObject> = colors('a@1#u:red');

    expect(() => indexer.byIndex('size', '1')).toThrow('one of color, namespace, tags');
    expect(() => indexer.indexKeys('size', '1')).toThrow(OptionsError);
    expect(() => indexer.index('size', thing('a@1'))).toThrow(OptionsError);
    expect(indexer.listIndexFuncValues('size')).toEqual([]);
  });

  it('should report an index function that throws, and keep everything else (B190)', () => {
    const onError = jest.fn<(error: HandlerError) => void>();
    const indexer = newIndexer<KubeObject, 'broken' | 'color'>(
      keyOf,
      { broken: fail, color: byLabel('color') },
      { onError },
    );
    indexer.add(thing('a@1#u:red'));

    expect(indexer.indexKeys('color', 'red')).toEqual(['a']);
    expect(onError.mock.calls.map(([{ where, key }]) => [where, key])).toEqual([['index broken', 'a']]);
    expect(() => indexer.index('broken', thing('a@1'))).toThrow('index broken threw');
  });

  it('should behave like a plain Map (B180–B185)', () => {
    const aText = fc
      .tuple(
        fc.constantFrom('a', 'b', 'x/a', 'x/b'),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('', ':red', ':blue'),
      )
      .map(([key, version, color]) => `${key}@${version}#u${color}`);
    const aStep = fc.oneof(
      fc.record({ op: fc.constantFrom('add' as const, 'update' as const, 'delete' as const), given: aText }),
      fc.record({ op: fc.constant('replace' as const), given: fc.array(aText, { maxLength: 5 }) }),
    );
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 30 }), (steps) => {
        const indexer = colors();
        let naive = new Map<string, KubeObject>();
        for (const { op, given } of steps) {
          const objects = [given].flat().map(thing);
          const [object] = objects;
          if (op === 'replace') {
            indexer.replace(objects, '1');
            naive = new Map(objects.map((each) => [keyOf(each), each]));
          } else if (object !== undefined) {
            indexer[op](object);
            if (op === 'delete') naive.delete(keyOf(object));
            else naive.set(keyOf(object), object);
          }

          const all = [...naive.values()];
          const withColor = (color: string): readonly string[] =>
            all
              .filter(({ metadata }) => metadata.labels?.['color'] === color)
              .map(keyOf)
              .sort();
          expect(indexer.list()).toEqual(all);
          expect(indexer.listKeys()).toEqual([...naive.keys()]);
          expect(['red', 'blue'].map((color) => indexer.indexKeys('color', color))).toEqual(
            ['red', 'blue'].map(withColor),
          );
          expect([...indexer.listIndexFuncValues('namespace')].sort()).toEqual(
            [...new Set(all.map(({ metadata }) => metadata.namespace ?? ''))].sort(),
          );
        }
      }),
    );
  });
});
