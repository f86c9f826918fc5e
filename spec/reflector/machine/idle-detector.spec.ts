import { describe, expect, it } from '@jest/globals';
import { createIdleDetector } from '../../../src/reflector/machine/idle-detector.ts';

describe('createIdleDetector', () => {
  it('should use the total limit before the first bookmark', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 330_000 });
    detector.frame(100_000);

    expect(detector.left(100_000)).toBe(230_000);
    expect(detector.left(330_000)).toBe(0);
  });

  it('should allow 2.5 times the interval of the bookmarks', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 600_000 });
    detector.bookmark(60_000);
    detector.bookmark(120_000);

    expect(detector.left(120_000)).toBe(150_000);
    detector.frame(200_000);
    expect(detector.left(200_000)).toBe(150_000);
  });

  it('should ignore an interval with a jump of the clock after two more bookmarks', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 36_000_000 });
    for (const minutes of [1, 2, 62, 63, 64]) detector.bookmark(minutes * 60_000);

    expect(detector.left(64 * 60_000)).toBe(150_000);
  });

  it('should allow at least 75 s', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 600_000 });
    detector.bookmark(1_000);
    detector.bookmark(2_000);

    expect(detector.left(2_000)).toBe(75_000);
  });

  it('should use the interval of one watch for the next watch', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 600_000 });
    detector.bookmark(60_000);
    detector.bookmark(120_000);
    detector.open(300_000, { each: undefined, total: 600_000 });

    expect(detector.left(300_000)).toBe(150_000);
  });

  it('should not count the time between two watches as an interval of bookmarks', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 3_600_000 });
    detector.bookmark(60_000);
    detector.bookmark(120_000);
    detector.open(720_000, { each: undefined, total: 3_600_000 });
    detector.bookmark(780_000);

    expect(detector.left(780_000)).toBe(150_000);
  });

  it('should time out once when the server stops sending bookmarks', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 600_000 });
    detector.bookmark(60_000);
    detector.bookmark(120_000);

    expect(detector.left(270_000)).toBe(0);
    detector.open(270_000, { each: undefined, total: 600_000 });
    expect(detector.left(270_000)).toBe(600_000);
  });

  it('should use the given limit, and the limit of a watch after a streamed list has ended', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: 30_000, total: 600_000 });
    detector.frame(1_000);

    expect(detector.left(1_000)).toBe(30_000);
    detector.synced(undefined);
    expect(detector.left(1_000)).toBe(599_000);
  });

  it('should check at least every 75 s', () => {
    const detector = createIdleDetector();
    detector.open(0, { each: undefined, total: 600_000 });

    expect(detector.nextCheck(0)).toBe(75_000);
    expect(detector.nextCheck(590_000)).toBe(10_000);
  });
});
