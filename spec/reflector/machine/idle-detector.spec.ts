import { describe, expect, it } from '@jest/globals';
import { createIdleDetector } from '../../../src/reflector/machine/idle-detector.ts';

describe('createIdleDetector', () => {
  it('should wait for the end of the watch, and a little, while no bookmark has been seen', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 330_000 });
    silence.frame(100_000);

    expect(silence.left(100_000)).toBe(230_000);
    expect(silence.left(330_000)).toBe(0);
  });

  it('should learn from the interval of the bookmarks, and allow 2.5 of it', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 600_000 });
    silence.bookmark(60_000);
    silence.bookmark(120_000);

    expect(silence.left(120_000)).toBe(150_000);
    silence.frame(200_000);
    expect(silence.left(200_000)).toBe(150_000);
  });

  it('should forget an interval that a jump of the clock made long', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 36_000_000 });
    for (const minutes of [1, 2, 62, 63, 64]) silence.bookmark(minutes * 60_000);

    expect(silence.left(64 * 60_000)).toBe(150_000);
  });

  it('should never suspect a stream that was silent for less than 75 s', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 600_000 });
    silence.bookmark(1_000);
    silence.bookmark(2_000);

    expect(silence.left(2_000)).toBe(75_000);
  });

  it('should carry the interval over to the next watch', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 600_000 });
    silence.bookmark(60_000);
    silence.bookmark(120_000);
    silence.open(300_000, { each: undefined, total: 600_000 });

    expect(silence.left(300_000)).toBe(150_000);
  });

  it('should not count the time between two watches as an interval of bookmarks', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 3_600_000 });
    silence.bookmark(60_000);
    silence.bookmark(120_000);
    silence.open(720_000, { each: undefined, total: 3_600_000 });
    silence.bookmark(780_000);

    expect(silence.left(780_000)).toBe(150_000);
  });

  it('should suspect a server that has stopped sending bookmarks once, not for ever', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 600_000 });
    silence.bookmark(60_000);
    silence.bookmark(120_000);

    expect(silence.left(270_000)).toBe(0);
    silence.open(270_000, { each: undefined, total: 600_000 });
    expect(silence.left(270_000)).toBe(600_000);
  });

  it('should take a fixed time where one is given, and another once a streamed list has ended', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: 30_000, total: 600_000 });
    silence.frame(1_000);

    expect(silence.left(1_000)).toBe(30_000);
    silence.synced(undefined);
    expect(silence.left(1_000)).toBe(599_000);
  });

  it('should look again at least every 75 s, for a bookmark may bring the end nearer', () => {
    const silence = createIdleDetector();
    silence.open(0, { each: undefined, total: 600_000 });

    expect(silence.nextLook(0)).toBe(75_000);
    expect(silence.nextLook(590_000)).toBe(10_000);
  });
});
