import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import type { KubeObject } from '../../../../src/objects/index.ts';
import { segmentSize } from '../../../../src/store/machine/compact/arena.ts';
import { CompactObjects } from '../../../../src/store/machine/compact/compact-objects.ts';
import { decodeObject } from '../../../../src/store/machine/compact/encoded-object.ts';
import { thing } from '../../../support/things.ts';

/** Sizes of objects in bytes. Some hundred objects of these sizes fill several segments of the storage. */
const sizes = [0, 100, 3_000, 3_900, 5_000, 70_000];

const aStep = fc.record({
  key: fc.integer({ min: 0, max: 40 }).map((number) => `x/${number}`),
  size: fc.constantFrom(...sizes),
  kind: fc.constantFrom('set', 'set', 'set', 'odd', 'delete'),
});

function objectOf(key: string, version: number, size: number, kind: string): KubeObject {
  const more = { text: 'é'.repeat(size), ...(kind === 'odd' ? { odd: undefined } : {}) };
  return { ...thing(`${key}@${version}`), ...more };
}

const contentOf = (objects: CompactObjects<KubeObject>): readonly (readonly [string, KubeObject])[] =>
  [...objects].map(([key, held]) => [key, decodeObject(held)]);

function boundOf(objects: CompactObjects<KubeObject>): number {
  const { live } = objects.bytes;
  return live / 8 + 2 * segmentSize(live);
}

describe('CompactObjects', () => {
  it('should contain the same objects as a Map, with a bounded number of dead bytes', () => {
    fc.assert(
      fc.property(fc.array(aStep, { minLength: 100, maxLength: 400 }), (steps) => {
        const objects = new CompactObjects<KubeObject>();
        const naive = new Map<string, KubeObject>();
        for (const [version, { key, size, kind }] of steps.entries()) {
          const object = objectOf(key, version, size, kind);
          if (kind === 'delete') expect(objects.delete(key)).toBe(naive.delete(key));
          else {
            objects.set(key, object);
            naive.set(key, object);
          }
          expect(objects.bytes.dead).toBeLessThanOrEqual(boundOf(objects));
        }

        expect(contentOf(objects)).toEqual([...naive]);
        expect([...objects.keys()]).toEqual([...naive.keys()]);
        expect([...objects.values()].map(decodeObject)).toEqual([...naive.values()]);
        expect(objects.size).toBe(naive.size);
      }),
      { numRuns: 30 },
    );
  });

  it('should contain the same objects as a Map when few keys are added and removed many times', () => {
    const few = fc.record({
      key: fc.constantFrom('x/a', 'x/b', 'x/\ud800'),
      size: fc.constantFrom(1_000, 1_500, 3_000),
      isDelete: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(few, { minLength: 200, maxLength: 400 }), (steps) => {
        const objects = new CompactObjects<KubeObject>();
        const naive = new Map<string, KubeObject>();
        for (const [version, { key, size, isDelete }] of steps.entries()) {
          const object = objectOf(key, version, size, 'set');
          if (isDelete) expect(objects.delete(key)).toBe(naive.delete(key));
          else {
            objects.set(key, object);
            naive.set(key, object);
          }
          expect(objects.bytes.dead).toBeLessThanOrEqual(boundOf(objects));
          if (naive.size === 0) expect(objects.bytes.live).toBe(0);
        }
        expect(contentOf(objects)).toEqual([...naive]);
      }),
      { numRuns: 30 },
    );
  });

  it('should keep its size bounded when one object is added and removed many times', () => {
    for (const beside of [0, 200]) {
      const objects = new CompactObjects<KubeObject>();
      for (let at = 0; at < beside; at += 1) objects.set(`x/${at}`, objectOf(`x/${at}`, 1, 250, 'set'));
      const { live } = objects.bytes;
      for (let version = 0; version < 500; version += 1) {
        objects.set('x/job', objectOf('x/job', version, 1_500, 'set'));
        objects.delete('x/job');
        expect(objects.bytes.live).toBe(live);
        expect(objects.bytes.dead).toBeLessThanOrEqual(boundOf(objects));
      }
    }
  });

  it('should store a plain object if its key, uid or version has half a surrogate pair', () => {
    const half = '\ud800';
    const whole = thing('x/a@1');
    const objects = new CompactObjects<KubeObject>();
    const odd = [
      ['x/\ud800', whole],
      ['x/b', { ...whole, metadata: { ...whole.metadata, uid: half } }],
      ['x/c', { ...whole, metadata: { ...whole.metadata, resourceVersion: half } }],
    ] as const;
    for (const [key, object] of odd) objects.set(key, object);

    expect(objects.bytes.live).toBe(0);
    for (const [key, object] of odd) expect(objects.get(key)).toBe(object);
  });

  it('should release all bytes when the last object is removed', () => {
    const objects = new CompactObjects<KubeObject>();
    const keys = Array.from({ length: 500 }, (_, at) => `x/${at}`);
    for (const key of keys) objects.set(key, objectOf(key, 1, 3_000, 'set'));
    for (const key of keys) objects.delete(key);

    expect(objects.bytes.live).toBe(0);
    expect(objects.bytes.dead).toBeLessThanOrEqual(2 * segmentSize(0));
  });

  it('should adopt the bytes of another instance without a copy, and tidy in steps', () => {
    const first = new CompactObjects<KubeObject>();
    const keys = Array.from({ length: 500 }, (_, at) => `x/${at}`);
    for (const key of keys) first.set(key, objectOf(key, 1, 3_000, 'set'));
    const second = new CompactObjects<KubeObject>();
    for (const [key, held] of first) if (key.endsWith('7')) second.set(key, held);
    const before = second.bytes.dead;
    const steps = [...second.tidy()].length;

    expect(before).toBeGreaterThan(boundOf(second));
    expect(steps).toBeGreaterThan(1);
    expect(second.bytes.dead).toBeLessThanOrEqual(boundOf(second));
    expect(contentOf(second)).toEqual(contentOf(first).filter(([key]) => key.endsWith('7')));
    expect(first.size).toBe(500);
  });
});
