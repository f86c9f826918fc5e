import { describe, expect, it } from '@jest/globals';
import type { KubeObject } from '../../src/objects/index.ts';
import { statusErrorFrom } from '../../src/source/status-error-of.ts';
import { objectDefect } from '../../src/source/machine/object-defects.ts';
import { heapMeter } from '../support/heap-meter.ts';

/** Returns a string of 1 MB that shares no memory with another string, like a decoded response. */
const long = (at: number): string => JSON.parse(JSON.stringify(`${at}${'x'.repeat(1_000_000)}`)) as string;

describe('an error', () => {
  it.each<[what: string, errorOf: (text: string) => Error]>([
    ['a Status with a long message', (message) => statusErrorFrom({ message })],
    ['a Status with a long reason', (reason) => statusErrorFrom({ reason })],
    ['a Status with a long cause', (message) => statusErrorFrom({ details: { causes: [{ message }] } })],
    [
      'a malformed object with a long name',
      (name) => objectDefect({ metadata: { name } } as Partial<KubeObject> as KubeObject),
    ],
    [
      'a malformed object with a long namespace',
      (namespace) =>
        objectDefect({ metadata: { name: 'a', namespace } } as Partial<KubeObject> as KubeObject),
    ],
  ])('should not keep the hidden part of a long text in memory: %s', (_, errorOf) => {
    const usedHeap = heapMeter();
    const before = usedHeap();

    const errors = Array.from({ length: 40 }, (_value, at) => errorOf(long(at)));

    expect(usedHeap() - before).toBeLessThan(15_000_000);
    expect(errors).toHaveLength(40);
  });

  it('should not keep the malformed object in memory through its stack trace', () => {
    const usedHeap = heapMeter();
    const before = usedHeap();

    const errors = Array.from({ length: 40 }, (_value, at) => {
      const object = { metadata: { uid: long(at) } } as Partial<KubeObject> as KubeObject;
      const fail = (): Error => objectDefect(object);
      return fail();
    });

    expect(usedHeap() - before).toBeLessThan(15_000_000);
    expect(errors).toHaveLength(40);
  });
});
