import { describe, expect, it } from '@jest/globals';
import { type Delayed, DelayHeap } from '../../../src/controller/machine/delay-heap.ts';
import { fc } from '../../support/properties.ts';

const entryOf = (dueAt: number): Delayed & { dueAt: number } => ({ dueAt, heapIndex: -1 });

describe('DelayHeap', () => {
  it('should be empty at first', () => {
    const heap = new DelayHeap();
    expect([heap.size, heap.first]).toEqual([0, undefined]);
  });

  it('should not add an entry without a time', () => {
    const heap = new DelayHeap();
    const entry = entryOf(Infinity);
    heap.update(entry);
    expect([heap.size, entry.heapIndex]).toEqual([0, -1]);
  });

  it('should remove all entries', () => {
    const heap = new DelayHeap();
    const entries = [3, 1, 2].map(entryOf);
    for (const entry of entries) heap.update(entry);
    heap.clear();
    expect([heap.size, heap.first, entries.map(({ heapIndex }) => heapIndex)]).toEqual([
      0,
      undefined,
      [-1, -1, -1],
    ]);
    for (const entry of entries) heap.update(entry);
    expect(heap.first).toBe(entries[1]);
  });

  it('should have the entry with the smallest time first, after any changes (B218)', () => {
    const change = fc.tuple(fc.nat(30), fc.oneof(fc.nat(100), fc.constant(Infinity)));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 300 }), (changes) => {
        const heap = new DelayHeap<ReturnType<typeof entryOf>>();
        const entries = Array.from({ length: 31 }, () => entryOf(Infinity));
        for (const [index, dueAt] of changes) {
          const entry = entries[index];
          if (entry === undefined) continue;
          entry.dueAt = dueAt;
          heap.update(entry);
          const times = entries.map((one) => one.dueAt).filter((time) => time !== Infinity);
          expect(heap.size).toBe(times.length);
          expect(heap.first?.dueAt ?? Infinity).toBe(Math.min(Infinity, ...times));
        }
        // The entries leave the heap in the order of their times.
        const left: number[] = [];
        for (let first = heap.first; first !== undefined; first = heap.first) {
          left.push(first.dueAt);
          first.dueAt = Infinity;
          heap.update(first);
          expect(first.heapIndex).toBe(-1);
        }
        expect(left).toEqual([...left].sort((a, b) => a - b));
      }),
    );
  });
});
