/** Compares the store with a slow and simple reference implementation, which keeps an array and searches it. */
import { describe, expect, it } from '@jest/globals';
import {
  byLabel,
  byNamespace,
  type Change,
  compact,
  compareResourceVersions,
  type Delta,
  type Deltas,
  indexedStore,
  type KubeObject,
} from 'rx-informer';
import { fc } from '../support/properties.ts';
import { line, textOf, thing } from '../support/things.ts';
import { virtualTime } from '../support/virtual-time.ts';

// With the real clock, a pause of the garbage collector could end a time slice, and the store would apply a list
// later.
virtualTime();

const keys = ['a', 'b', 'x/a', 'x/b', 'y/a'];
const byParity = ({ metadata }: KubeObject): readonly string[] => {
  if (metadata.name === 'b' && metadata.resourceVersion.endsWith('3')) throw new Error('threes');
  return [Number(metadata.resourceVersion) % 2 === 0 ? 'even' : 'odd', `uid ${metadata.uid}`];
};
const indexers = { namespace: byNamespace, color: byLabel('color'), parity: byParity };

/** Random objects as text. Two objects with equal uid and resourceVersion have equal content. */
const aText = fc
  .tuple(fc.constantFrom(...keys), fc.integer({ min: 1, max: 14 }), fc.constantFrom('1', '1', '2'))
  .map(([key, version, uid]) => `${key}@${version}#${uid}${['', ':red', ':blue'][version % 3] ?? ''}`);

const anEvent = fc
  .tuple(fc.constantFrom('Added' as const, 'Updated' as const, 'Deleted' as const), aText)
  .map(([type, text]): Delta<KubeObject> => ({ type, key: text.replace(/@.*/, ''), object: thing(text) }));
const aReplace = fc.array(aText, { maxLength: 8 }).map((texts): Delta<KubeObject> => ({
  type: 'ReplacedAll',
  objects: texts.map(thing),
  resourceVersion: `${texts.length}`,
}));
const others: Delta<KubeObject>[] = [{ type: 'SyncAll' }, { type: 'Bookmark', resourceVersion: '77' }];
const someDeltas: fc.Arbitrary<Deltas<KubeObject>> = fc.oneof(
  { weight: 6, arbitrary: anEvent.map((delta): Deltas<KubeObject> => [delta]) },
  {
    weight: 2,
    arbitrary: fc.array(anEvent, { minLength: 1, maxLength: 4 }) as unknown as fc.Arbitrary<
      Deltas<KubeObject>
    >,
  },
  { weight: 2, arbitrary: aReplace.map((delta): Deltas<KubeObject> => [delta]) },
  { weight: 1, arbitrary: fc.constantFrom(...others).map((delta): Deltas<KubeObject> => [delta]) },
);

type Entry = readonly [key: string, object: KubeObject];

/** The reference implementation: returns the objects after one delta. */
function after(entries: readonly Entry[], delta: Delta<KubeObject>): readonly Entry[] {
  if (delta.type === 'ReplacedAll') {
    const listed = new Map(delta.objects.map((object) => [textOf(object).replace(/@.*/, ''), object]));
    const stays = entries.filter(([key, old]) => listed.get(key)?.metadata.uid === old.metadata.uid);
    const comes = [...listed].filter(([key]) => !stays.some(([stay]) => stay === key));
    return [...stays.map(([key]): Entry => [key, listed.get(key) ?? thing('-')]), ...comes];
  }
  if (!('key' in delta)) return entries;

  const { key, object, type } = delta;
  const old = entries.find(([has]) => has === key)?.[1];
  const isSame = old?.metadata.uid === object.metadata.uid;
  const age =
    compareResourceVersions(object.metadata.resourceVersion, old?.metadata.resourceVersion ?? '1') ?? 0;
  const rest = entries.filter(([has]) => has !== key);
  if (type === 'Deleted') return old !== undefined && !isSame && age < 0 ? entries : rest;
  if (old === undefined || !isSame) return [...rest, [key, object]];
  return age <= 0 ? entries : entries.map((entry) => (entry[0] === key ? [key, object] : entry));
}

/** Applies changes to a Map. Checks that each change fits the objects in the Map. */
function follow(
  known: Map<string, KubeObject>,
  changes: readonly Change<KubeObject>[],
  isShared: boolean,
): void {
  for (const change of changes) {
    const old = known.get(change.key);
    if (change.type === 'added') expect(old).toBeUndefined();
    if (change.type === 'updated') expect(change.old).toEqual(old);
    if (change.type === 'updated' && isShared) expect(change.old).toBe(old);
    if (change.type === 'updated') expect(change.object.metadata.uid).toBe(old?.metadata.uid);
    if (change.type === 'deleted') expect(change.object.metadata.uid).toBe(old?.metadata.uid);
    if (change.type === 'deleted') known.delete(change.key);
    else known.set(change.key, change.object);
  }
}

describe.each([
  { name: 'plain', storage: undefined },
  { name: 'compact', storage: compact() },
])('indexedStore, $name, with random deltas', ({ storage }) => {
  const isShared = storage === undefined;
  const kept = isShared ? {} : { storage };

  it('should have the same objects and indices as a plain list, and emit each step (G2, G6, G7, G8, G9, G12)', () => {
    fc.assert(
      fc.property(
        fc.array(someDeltas, { maxLength: 25 }),
        fc.nat(24),
        fc.boolean(),
        (history, late, applied) => {
          const store = indexedStore<KubeObject, string>({
            indexers: { namespace: byNamespace, parity: byParity },
            onError: () => undefined,
            ...kept,
          });
          const early = new Map<string, KubeObject>();
          const lateSubscriber = new Map<string, KubeObject>();
          let entries: readonly Entry[] = [];
          store.batches$.subscribe((changes) => follow(early, changes, isShared));

          for (const [at, deltas] of history.entries()) {
            if (at === late) {
              store.addIndexers({ color: byLabel('color') });
              store.batches$.subscribe((changes) => follow(lateSubscriber, changes, isShared));
            }
            if (applied) store.apply(deltas)?.subscribe();
            else store.next(deltas);
            for (const delta of deltas) entries = after(entries, delta);

            expect(store.list().map(textOf)).toEqual(entries.map(([, object]) => textOf(object)));
            expect(store.listKeys()).toEqual(entries.map(([key]) => key));
            expect([...early.values()].map(textOf)).toEqual(store.list().map(textOf));
            if (at >= late)
              expect([...lateSubscriber.values()].map(textOf)).toEqual(store.list().map(textOf));
            for (const [name, func] of Object.entries(indexers)) {
              if (name === 'color' && at < late) continue;
              expect(foundBy(store, name)).toEqual(searched(entries, func));
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('should emit each difference once, in the fewest changes (G7)', () => {
    fc.assert(
      fc.property(fc.array(someDeltas, { maxLength: 25 }), (history) => {
        const store = indexedStore<KubeObject>(kept);
        let entries: readonly Entry[] = [];
        const batches: (readonly Change<KubeObject>[])[] = [];
        store.batches$.subscribe((changes) => batches.push(changes));

        for (const deltas of history) {
          if (deltas.length > 1 || deltas[0].type === 'SyncAll') continue;
          const before = new Map(entries);
          entries = after(entries, deltas[0]);
          const now = new Map(entries);
          batches.length = 0;
          store.next(deltas);

          const emitted = batches.flat();
          const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
            (key) => stateOf(before.get(key)) !== stateOf(now.get(key)),
          );
          expect([...new Set(emitted.map(({ key }) => key))].sort()).toEqual(changed.sort());
          expect(emitted.length).toBeLessThanOrEqual(2 * changed.length);
          expect(new Set(emitted.map(line)).size).toBe(emitted.length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

const stateOf = (object: KubeObject | undefined): string =>
  object === undefined ? 'nothing' : textOf(object);

type Found = Readonly<Record<string, readonly string[]>>;

function foundBy(store: ReturnType<typeof indexedStore<KubeObject, string>>, name: string): Found {
  return Object.fromEntries(
    store
      .listIndexFuncValues(name)
      .toSorted()
      .map((value) => [value, store.byIndex(name, value).map(textOf).toSorted()]),
  );
}

function searched(entries: readonly Entry[], func: (object: KubeObject) => readonly string[]): Found {
  const found: Record<string, string[]> = {};
  for (const [, object] of entries) {
    try {
      for (const value of func(object)) (found[value] ??= []).push(textOf(object));
    } catch {
      // If the index function throws an error, the index has no entry for the object.
    }
  }
  for (const texts of Object.values(found)) texts.sort();
  return found;
}
