import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import type { StoredObject } from '../../src/apiserver/json.ts';
import { RecentValues } from '../../src/apiserver/recent-values.ts';

const objects = Array.from({ length: 10 }, (_, at) => thing(at));
const objectAt = (at: number): StoredObject => objects[at] ?? thing(at);

function thing(at: number): StoredObject {
  const metadata = { name: String(at), uid: String(at), resourceVersion: String(at) };
  return { kind: 'Thing', apiVersion: 'v1', metadata };
}

const set = {};
const entry = 64;

/** Creates a cache with the given number of bytes. Each cached value has ten bytes. */
const valuesOf = (size: number): RecentValues<StoredObject, Uint8Array> =>
  new RecentValues((size / 10) * (10 + entry), ({ length }) => length);

describe('RecentValues', () => {
  it('should create a frame once for consecutive readers', () => {
    const frames = valuesOf(100);
    let made = 0;
    const make = (): Uint8Array => new Uint8Array(++made);
    const all = Array.from({ length: 5 }, () => frames.of(set, objectAt(0), make));

    expect(new Set(all).size).toBe(1);
    expect(made).toBe(1);
  });

  it('should return a value for each object, and the newest again without creating it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 100 }), (asked) => {
        const frames = valuesOf(40);
        for (const at of asked) {
          const frame = frames.of(set, objectAt(at), () => new Uint8Array(10).fill(at));
          const again = frames.of(set, objectAt(at), () => new Uint8Array());
          expect(frame[0]).toBe(at);
          expect(again).toBe(frame);
        }
      }),
    );
  });

  it('should drop values that are no longer read', () => {
    const frames = valuesOf(40);
    const make = (): Uint8Array => new Uint8Array(10);
    const first = frames.of(set, objectAt(0), make);
    for (let at = 1; at < 10; at++) frames.of(set, objectAt(at), make);

    expect(frames.of(set, objectAt(0), make)).not.toBe(first);
  });

  it('should keep a value that is read repeatedly', () => {
    const frames = valuesOf(40);
    const make = (): Uint8Array => new Uint8Array(10);
    const first = frames.of(set, objectAt(0), make);
    for (let at = 1; at < 10; at++) {
      frames.of(set, objectAt(at), make);
      expect(frames.of(set, objectAt(0), make)).toBe(first);
    }
  });

  it('should return a value that is larger than the cache', () => {
    const frames = valuesOf(4);
    expect(frames.of(set, objectAt(0), () => new Uint8Array(100))).toHaveLength(100);
  });

  it('should keep a value of an object for each set, and drop values of all sets together', () => {
    const frames = valuesOf(40);
    const other = {};
    const make = (): Uint8Array => new Uint8Array(10);
    const first = frames.of(set, objectAt(0), make);
    expect(frames.of(other, objectAt(0), make)).not.toBe(first);
    expect(frames.of(set, objectAt(0), make)).toBe(first);

    for (let at = 1; at < 10; at++) frames.of({}, objectAt(at), make);

    expect(frames.of(set, objectAt(0), make)).not.toBe(first);
  });
});
