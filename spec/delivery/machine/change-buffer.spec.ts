import { describe, expect, it } from '@jest/globals';
import { UnboundedBuffer } from '../../../src/delivery/machine/change-buffer.ts';
import { change } from '../../support/things.ts';

describe('UnboundedBuffer', () => {
  it('should shift each change in order, as the same record (B158, B159, PF16)', () => {
    const buffer = new UnboundedBuffer();
    const all = ['added a@1 watch', 'updated a@1 a@2 watch', 'deleted a@3 watch'].map(change);

    buffer.push(all.slice(0, 2), 0);
    buffer.push([], 0);
    buffer.push(all.slice(2), 0);

    expect(buffer.pending).toBe(3);
    expect([buffer.shift(), buffer.shift(), buffer.shift(), buffer.shift()]).toEqual([...all, undefined]);
    expect(buffer.pending).toBe(0);
    buffer.push(all, 0);
    expect(buffer.shift()).toBe(all[0]);
  });

  it('should know the arrival time of the oldest change', () => {
    const buffer = new UnboundedBuffer();
    buffer.push(['added a@1 watch', 'added b@2 watch'].map(change), 10);
    buffer.push(['added c@3 watch'].map(change), 20);

    const seen = [1, 2, 3].map(() => {
      const { oldest } = buffer;
      buffer.shift();
      return oldest;
    });

    expect(seen).toEqual([10, 10, 20]);
  });

  it('should count the initial changes', () => {
    const buffer = new UnboundedBuffer();

    buffer.push(['added a@1 initial', 'added b@2 replay', 'added c@3 watch'].map(change), 0);

    expect(buffer.initial).toBe(2);
    buffer.shift();
    buffer.shift();
    expect(buffer.initial).toBe(0);
    buffer.shift();
    expect(buffer.initial).toBe(0);
  });

  it('should accept changes again after it was emptied', () => {
    const buffer = new UnboundedBuffer();
    for (const since of [10, 20]) {
      buffer.push(['added a@1 initial'].map(change), since);
      expect([buffer.oldest, buffer.pending, buffer.initial]).toEqual([since, 1, 1]);
      buffer.shift();
      expect([buffer.oldest, buffer.pending, buffer.initial]).toEqual([0, 0, 0]);
    }
  });
});
