import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { replicaOf } from '../../../src/apiserver/storage/replica.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const object = (name: string, revision: number): StoredObject => ({
  kind: 'Thing',
  apiVersion: 'v1',
  metadata: { name, uid: name, resourceVersion: String(revision) },
});

const step = fc.record({
  collection: fc.constantFrom('one', 'two'),
  key: fc.constantFrom('a/x', 'a/y', 'b/x'),
  remove: fc.boolean(),
});

const contentOf = (storage: Storage): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    ['one', 'two'].map((id) => {
      const snapshot = storage.collection(id).snapshot();
      return [id, snapshot.keys.map((key) => snapshot.get(key)?.metadata.resourceVersion)];
    }),
  );

describe('replicaOf', () => {
  it('should equal the storage of the given number of revisions ago, for any start', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.nat(30),
        fc.integer({ min: 1, max: 5 }),
        (steps, start, behind) => {
          const storage = new Storage(100);
          const past = [contentOf(storage)]; // the content of the storage at each revision
          let replica = start === 0 ? replicaOf(storage, behind, 100) : undefined;
          for (const [at, { collection, key, remove }] of steps.entries()) {
            const isThere = storage.collection(collection).get(key) !== undefined;
            if (remove && !isThere) storage.write(collection, key, (revision) => object(key, revision));
            else if (remove) storage.remove(collection, key);
            else storage.write(collection, key, (revision) => object(key, revision));
            past.push(contentOf(storage));
            if (at + 1 === start) replica = replicaOf(storage, behind, 100);
            if (replica === undefined) continue;
            const revision = Math.max(1, storage.revision - behind);
            expect(replica.storage.revision).toBe(revision);
            expect(contentOf(replica.storage)).toEqual(past[revision - 1]);
          }
        },
      ),
    );
  });

  it('should stop following after stop()', () => {
    const storage = new Storage(10);
    const { storage: copy, ...replica } = replicaOf(storage, 1, 10);
    replica.stop();
    for (const name of ['a', 'b', 'c']) storage.write('one', name, (revision) => object(name, revision));
    expect(copy.revision).toBe(1);
    expect(copy.collection('one').snapshot().keys).toEqual([]);
  });
});
