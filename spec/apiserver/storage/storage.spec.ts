import { describe, expect, it, jest } from '@jest/globals';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { EventLog } from '../../../src/apiserver/storage/event-log.ts';
import { fc } from '../../support/properties.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const object = (name: string, length: number): StoredObject =>
  ({ metadata: { name }, data: 'x'.repeat(length) }) as unknown as StoredObject;

describe('Storage', () => {
  it('should drop the oldest writes to large objects, and keep the stored objects', () => {
    const storage = new Storage(1_000, 1, 100_000);
    for (let at = 0; at < 100; at++) storage.write('large', 'a', () => object('a', 10_000));
    const { log } = storage.collection('large');

    expect(log.bytes).toBeLessThanOrEqual(100_000);
    expect(log.length).toBe(4);
    expect(log.floor).toBe(storage.revision - 4);
    expect(log.read(95)).toBe('lost');
    expect([...log.after(log.floor)]).toHaveLength(4);
    expect(storage.collection('large').get('a')).toEqual(object('a', 10_000));
  });

  it('should keep as many writes to small objects as allowed', () => {
    const storage = new Storage(1_000, 1, 1_000_000);
    for (let at = 0; at < 2_000; at++) storage.write('small', 'a', () => object('a', 1));

    expect(storage.collection('small').log.length).toBe(1_000);
  });

  it('should shrink the largest history, and keep the others', () => {
    const storage = new Storage(1_000, 1, 100_000);
    for (let at = 0; at < 10; at++) storage.write('other', 'a', () => object('a', 100));
    for (let at = 0; at < 100; at++) storage.write('large', 'a', () => object('a', 10_000));
    for (let at = 0; at < 10; at++) storage.write('other', 'a', () => object('a', 100));

    expect(storage.collection('other').log.length).toBe(20);
  });

  it('should count a created object after its removal', () => {
    const storage = new Storage(1_000, 1, 100_000);
    for (let at = 0; at < 100; at++) storage.write('large', `a${at}`, () => object('a', 10_000));
    expect(storage.collection('large').log.length).toBe(100);

    for (let at = 0; at < 100; at++) storage.remove('large', `a${at}`);
    expect(storage.collection('large').log.length).toBeLessThan(10);
  });

  it('should keep the newest write, for any size', () => {
    const storage = new Storage(1_000, 1, 10);
    for (let at = 0; at < 3; at++) storage.write('large', 'a', () => object('a', 10_000));

    expect(storage.collection('large').log.length).toBe(1);
  });

  it('should read the history of one collection for a write, for any number of collections', () => {
    const storage = new Storage(1_000, 1, 100_000);
    for (let at = 0; at < 200; at++) storage.write(`c${at}`, 'a', () => object('a', 1));
    const bytes = jest.spyOn(EventLog.prototype, 'bytes', 'get');

    storage.write('c0', 'a', () => object('a', 1));
    const looks = bytes.mock.calls.length;
    bytes.mockRestore();

    expect(looks).toBeLessThan(5);
  });

  it('should know which collections have objects in a namespace, after any writes and restores', () => {
    const step = fc.record({
      id: fc.constantFrom('pods', 'configmaps'),
      key: fc.constantFrom('a/x', 'a/y', 'b/x', 'x'),
      how: fc.constantFrom('write', 'remove', 'apply', 'forget', 'snapshot', 'restore'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const storage = new Storage(10);
        const contents = (): Map<string, readonly (readonly [string, StoredObject])[]> =>
          new Map(
            Array.from(storage.collections, ([id, collection]) => {
              const snapshot = collection.snapshot();
              const entries = [...snapshot.keys].map((key) => [key, snapshot.get(key)] as const);
              return [id, entries as readonly (readonly [string, StoredObject])[]];
            }),
          );
        let kept = contents();
        for (const { id, key, how } of steps) {
          if (how === 'write') storage.write(id, key, () => object(key, 1));
          else if (how === 'remove') storage.remove(id, key);
          else if (how === 'apply')
            storage.apply(id, { revision: storage.revision + 1, key, object: object(key, 2) });
          else if (how === 'forget') storage.forget(id);
          else if (how === 'snapshot') kept = contents();
          else storage.restore(kept, storage.revision);
        }
        const expected = (namespace: string): readonly string[] =>
          [...contents()]
            .filter(([, content]) => content.some(([key]) => key.startsWith(`${namespace}/`)))
            .map(([id]) => id);

        for (const namespace of ['a', 'b', 'c'])
          expect([...storage.idsIn(namespace)].sort()).toEqual([...expected(namespace)].sort());
      }),
    );
  });

  it('should drop a collection without objects, and the bytes of its history', () => {
    const storage = new Storage(1_000, 1, 100_000);
    const fill = (id: string): void => {
      for (let at = 0; at < 3; at++) storage.write(id, 'a', () => object('a', 10_000));
    };
    for (let at = 0; at < 10; at++) {
      fill('gone');
      storage.forget('gone');
      expect([...storage.collections]).toHaveLength(1);
      storage.remove('gone', 'a');
      storage.forget('gone');
      expect([...storage.collections]).toHaveLength(0);
    }

    fill('other');
    expect(storage.collection('other').log.length).toBe(3);
    expect(storage.collection('gone').log.length).toBe(0);
    expect(storage.collection('gone').log.floor).toBe(storage.revision);
  });
});
