import { describe, expect, it } from '@jest/globals';
import { fc } from '../../support/properties.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';
import { RecentFrames } from '../../../src/apiserver/wire/recent-frames.ts';

const objects = Array.from({ length: 10 }, (_, at) => thing(at));
const objectAt = (at: number): StoredObject => objects[at] ?? thing(at);

function thing(at: number): StoredObject {
  const metadata = { name: String(at), uid: String(at), resourceVersion: String(at) };
  return { kind: 'Thing', apiVersion: 'v1', metadata };
}

describe('RecentFrames', () => {
  it('should make a frame once for all who ask for it in a row', () => {
    const frames = new RecentFrames(100);
    let made = 0;
    const make = (): Uint8Array => new Uint8Array(++made);
    const all = Array.from({ length: 5 }, () => frames.of(objectAt(0), make));

    expect(new Set(all).size).toBe(1);
    expect(made).toBe(1);
  });

  it('should give each object its own, and the newest again without making it', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { maxLength: 100 }), (asked) => {
        const frames = new RecentFrames(40);
        for (const at of asked) {
          const frame = frames.of(objectAt(at), () => new Uint8Array(10).fill(at));
          const again = frames.of(objectAt(at), () => new Uint8Array());
          expect(frame[0]).toBe(at);
          expect(again).toBe(frame);
        }
      }),
    );
  });

  it('should let go of what nobody asks for any more', () => {
    const frames = new RecentFrames(40);
    const make = (): Uint8Array => new Uint8Array(10);
    const first = frames.of(objectAt(0), make);
    for (let at = 1; at < 10; at++) frames.of(objectAt(at), make);

    expect(frames.of(objectAt(0), make)).not.toBe(first);
  });

  it('should keep what is asked for again and again', () => {
    const frames = new RecentFrames(40);
    const make = (): Uint8Array => new Uint8Array(10);
    const first = frames.of(objectAt(0), make);
    for (let at = 1; at < 10; at++) {
      frames.of(objectAt(at), make);
      expect(frames.of(objectAt(0), make)).toBe(first);
    }
  });

  it('should pass on what is larger than all that it may hold', () => {
    const frames = new RecentFrames(4);
    expect(frames.of(objectAt(0), () => new Uint8Array(100))).toHaveLength(100);
  });
});
