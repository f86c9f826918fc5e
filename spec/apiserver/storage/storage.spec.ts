import { describe, expect, it } from '@jest/globals';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { Storage } from '../../../src/apiserver/storage/storage.ts';

const object = (name: string, length: number): StoredObject =>
  ({ metadata: { name }, data: 'x'.repeat(length) }) as unknown as StoredObject;

describe('Storage', () => {
  it('should forget the oldest writes to large objects, and keep what is stored', () => {
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

  it('should remember as many writes to small objects as it may', () => {
    const storage = new Storage(1_000, 1, 1_000_000);
    for (let at = 0; at < 2_000; at++) storage.write('small', 'a', () => object('a', 1));

    expect(storage.collection('small').log.length).toBe(1_000);
  });

  it('should take from the largest history, and leave the others', () => {
    const storage = new Storage(1_000, 1, 100_000);
    for (let at = 0; at < 10; at++) storage.write('other', 'a', () => object('a', 100));
    for (let at = 0; at < 100; at++) storage.write('large', 'a', () => object('a', 10_000));
    for (let at = 0; at < 10; at++) storage.write('other', 'a', () => object('a', 100));

    expect(storage.collection('other').log.length).toBe(20);
  });

  it('should count what was created once it is gone', () => {
    const storage = new Storage(1_000, 1, 100_000);
    for (let at = 0; at < 100; at++) storage.write('large', `a${at}`, () => object('a', 10_000));
    expect(storage.collection('large').log.length).toBe(100);

    for (let at = 0; at < 100; at++) storage.remove('large', `a${at}`);
    expect(storage.collection('large').log.length).toBeLessThan(10);
  });

  it('should keep the newest write, however large', () => {
    const storage = new Storage(1_000, 1, 10);
    for (let at = 0; at < 3; at++) storage.write('large', 'a', () => object('a', 10_000));

    expect(storage.collection('large').log.length).toBe(1);
  });
});
