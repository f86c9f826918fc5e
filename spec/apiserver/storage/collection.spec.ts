import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const object = (name: string, revision: number): StoredObject => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata: { name, uid: name, resourceVersion: String(revision) },
});

const write = fc.record({
  collection: fc.constantFrom('one', 'two'),
  key: fc.constantFrom('a/x', 'a/y', 'a-b/x', 'b/x', 'c'),
  remove: fc.boolean(),
});

describe('Storage', () => {
  it('should return each collection at any revision that is not compacted', () => {
    fc.assert(
      fc.property(
        fc.array(write, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        (writes, historySize) => {
          const storage = new Storage(historySize);
          storage.collection('one');
          storage.collection('two');
          const past = new Map<number, Record<string, Map<string, StoredObject>>>();
          const now = { one: new Map<string, StoredObject>(), two: new Map<string, StoredObject>() };
          const remember = (): unknown =>
            past.set(storage.revision, { one: new Map(now.one), two: new Map(now.two) });
          remember();
          for (const { collection, key, remove } of writes) {
            const objects = now[collection];
            if (!remove)
              objects.set(
                key,
                storage.write(collection, key, (revision) => object(key, revision)),
              );
            else if (objects.delete(key)) storage.remove(collection, key);
            remember();
          }

          for (const [revision, states] of past) {
            for (const [name, state] of Object.entries(states)) {
              const collection = storage.collection(name);
              if (revision < collection.log.floor) continue;
              const snapshot = collection.snapshot(revision);
              expect(snapshot.keys).toEqual([...state.keys()].sort());
              for (const key of ['a/x', 'a/y', 'a-b/x', 'b/x', 'c'])
                expect(snapshot.get(key)).toBe(state.get(key));
            }
          }
        },
      ),
    );
  });

  it('should give each write the next revision, in any collection', () => {
    const storage = new Storage(10);
    const start = storage.revision;

    storage.write('one', 'a', (revision) => object('a', revision));
    storage.write('two', 'b', (revision) => object('b', revision));
    storage.remove('one', 'a');

    expect(storage.revision).toBe(start + 3);
    expect(storage.collection('two').get('b')?.metadata.resourceVersion).toBe(String(start + 2));
  });

  it('should increase the revision by a compaction, so that the newest version is too old too', () => {
    const storage = new Storage(10);
    storage.write('one', 'a', (revision) => object('a', revision));
    const { revision } = storage;

    storage.compact();

    expect(storage.revision).toBe(revision + 1);
    expect(storage.collection('one').log.floor).toBe(revision + 1);
    expect(storage.collection('later').log.floor).toBe(revision + 1);
  });

  it('should change nothing if the object cannot be created', () => {
    const storage = new Storage(10);
    const { revision } = storage;

    expect(() =>
      storage.write('one', 'a', () => {
        throw new Error('no');
      }),
    ).toThrow('no');

    expect(storage.revision).toBe(revision);
    expect(storage.collection('one').get('a')).toBeUndefined();
  });

  it('should notify listeners after the write, while they are registered', () => {
    const storage = new Storage(10);
    const received: string[] = [];
    const stop = storage
      .collection('one')
      .listen(() => received.push(`one ${storage.collection('one').log.end}`));
    storage.listen(() => received.push(`all ${storage.revision}`));

    storage.write('one', 'a', (revision) => object('a', revision));
    storage.write('two', 'b', (revision) => object('b', revision));
    stop();
    storage.remove('one', 'a');

    expect(received).toEqual(['one 1', 'all 2', 'all 3', 'all 4']);
  });
});
