import { describe, expect, it } from '@jest/globals';
import { BufferOverflowError } from 'rx-informer';
import { BoundedBuffer } from '../../../src/delivery/machine/bounded-buffer.ts';
import { countedBatch } from '../../support/counted-batch.ts';
import { change } from '../../support/things.ts';

const [a, b, c, d] = ['added a@1 initial', 'added b@2 initial', 'added c@3 watch', 'added d@4 watch'].map(
  change,
) as [
  ReturnType<typeof change>,
  ReturnType<typeof change>,
  ReturnType<typeof change>,
  ReturnType<typeof change>,
];

describe('BoundedBuffer', () => {
  it('should drop and count the oldest changes, and never hold more than its size (G14)', () => {
    const buffer = new BoundedBuffer({ size: 2, overflow: 'drop-oldest' });

    buffer.push([a], 1);
    buffer.push([b, c, d], 2);

    expect([buffer.pending, buffer.dropped, buffer.initial, buffer.oldest]).toEqual([2, 2, 0, 2]);
    expect([buffer.shift(), buffer.shift(), buffer.shift()]).toEqual([c, d, undefined]);
  });

  it('should read no more changes of a list than fit into it (PF9)', () => {
    const { batch, reads } = countedBatch(
      Array.from({ length: 2_000 }, (_, at) => change(`added a${at}@1 initial`)),
    );
    const buffer = new BoundedBuffer({ size: 2, overflow: 'drop-oldest' });
    buffer.push([a], 1);

    buffer.push(batch, 2);

    expect(reads()).toBe(2);
    expect([buffer.pending, buffer.dropped, buffer.initial, buffer.oldest]).toEqual([2, 1_999, 2, 2]);
    expect([buffer.shift()?.key, buffer.shift()?.key, buffer.shift()]).toEqual(['a1998', 'a1999', undefined]);
  });

  it('should throw only when a batch exceeds its size', () => {
    const buffer = new BoundedBuffer({ size: 2, overflow: 'error' });

    buffer.push([a, b], 0);
    buffer.shift();
    buffer.push([c], 0);

    expect(() => buffer.push([d], 0)).toThrow(BufferOverflowError);
    expect(buffer.dropped).toBe(0);
  });

  it('should count the initial changes in the buffer', () => {
    const buffer = new BoundedBuffer({ size: 9, overflow: 'error' });
    expect([buffer.oldest, buffer.initial]).toEqual([0, 0]);
    buffer.push([a, c, b], 3);
    const left = [buffer.initial];
    while (buffer.shift() !== undefined) left.push(buffer.initial);

    expect(left).toEqual([2, 1, 1, 0]);
    expect([buffer.pending, buffer.oldest]).toEqual([0, 0]);
  });
});
