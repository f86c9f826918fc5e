import { describe, expect, it } from '@jest/globals';
import { createBacklog } from '../../../src/cli/machine/backlog.ts';

const mebibyte = 1_048_576;

describe('createBacklog', () => {
  it('should accept a first list of any size', () => {
    const backlog = createBacklog();
    backlog.arrived(200_000, 0, 0);

    expect(backlog.isFull(0)).toBe(false);
    expect(backlog.size).toBe(200_000);
  });

  it('should be full with many pending changes if none has been written for 2 s', () => {
    const backlog = createBacklog();
    backlog.arrived(10_001, 0, 0);
    backlog.arrived(1, 0, 1_999);

    expect(backlog.isFull(1_999)).toBe(false);
    expect(backlog.isFull(2_000)).toBe(true);
  });

  it('should not be full with many small changes while the reader reads, however slowly', () => {
    const backlog = createBacklog();
    backlog.arrived(20_000, 0, 0);
    backlog.remove(1, 0, 1_500);

    expect(backlog.isFull(3_400)).toBe(false);
    expect(backlog.isFull(3_500)).toBe(true);
  });

  it('should be full immediately above 64 MiB, for any reader', () => {
    const backlog = createBacklog();
    backlog.arrived(100, 64 * mebibyte, 0);
    backlog.remove(1, 0, 0);
    expect(backlog.isFull(0)).toBe(false);

    backlog.arrived(1, 1, 0);
    expect(backlog.isFull(0)).toBe(true);
  });

  it('should not count idle time without changes as time without reads', () => {
    const backlog = createBacklog();
    backlog.arrived(1, 0, 0);
    backlog.remove(1, 0, 0);
    backlog.arrived(20_000, 0, 60_000);

    expect(backlog.isFull(61_000)).toBe(false);
  });

  it('should not be full with few small changes, however long they are pending', () => {
    const backlog = createBacklog();
    backlog.arrived(10_000, 1_000, 0);

    expect(backlog.isFull(60_000)).toBe(false);
  });

  it('should resume each collection once, when a tenth of the changes and of the bytes is left', () => {
    const backlog = createBacklog();
    const resumed: number[] = [];
    backlog.arrived(2_000, 65 * mebibyte, 0);
    backlog.onceLow(() => resumed.push(backlog.size));
    backlog.onceLow(() => resumed.push(backlog.size));

    backlog.remove(1_500, 50 * mebibyte, 0);
    expect(resumed).toEqual([]);
    backlog.remove(1, 10 * mebibyte, 0);
    expect(resumed).toEqual([499, 499]);
    backlog.remove(499, 5 * mebibyte, 0);
    expect(resumed).toHaveLength(2);
    expect(backlog.size).toBe(0);
  });

  it.each([
    ['a tenth of the changes', 1_000, 1],
    ['a tenth of the bytes', 1, Math.floor((64 * mebibyte) / 10)],
  ])('should resume when %s is left, and no sooner', (_name, changes, bytes) => {
    const backlog = createBacklog();
    let resumed = 0;
    backlog.arrived(changes + 2, bytes + 2, 0);
    backlog.onceLow(() => resumed++);

    backlog.remove(1, 1, 0);
    expect(resumed).toBe(0);
    backlog.remove(1, 1, 0);
    expect(resumed).toBe(1);
  });

  it('should be full although the clock was set back', () => {
    const backlog = createBacklog();
    backlog.arrived(20_000, 0, 3_600_000);

    expect(backlog.isFull(0)).toBe(true);
  });
});
