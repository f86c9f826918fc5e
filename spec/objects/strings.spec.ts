import { describe, expect, it } from '@jest/globals';
import { isNonEmptyString, pickNonEmptyStrings } from '../../src/objects/index.ts';
import { copyOf, cutText } from '../../src/objects/strings.ts';
import { heapMeter } from '../support/heap-meter.ts';

describe('pickNonEmptyStrings', () => {
  it('should leave out what is no text, or empty', () => {
    const texts = pickNonEmptyStrings({ reason: 'Gone', message: '', field: undefined, code: 410 });

    expect(Object.entries(texts)).toEqual([['reason', 'Gone']]);
  });
});

describe('isNonEmptyString', () => {
  it.each(['a', ' ', '0'])('should take %j', (given) => {
    expect(isNonEmptyString(given)).toBe(true);
  });

  it.each(['', undefined, null, 0, ['a']])('should not take %j', (given) => {
    expect(isNonEmptyString(given)).toBe(false);
  });
});

describe('copyOf', () => {
  it.each(['', 'a', 'ä€', '\ud83d', '"\\\n'])('should be the same text: %j', (text) => {
    expect(copyOf(text)).toBe(text);
  });
});

describe('cutText', () => {
  it('should have the first characters alone', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc');
    expect(cutText('abcd', 0)).toBe('');
  });

  it('should not keep the whole text in memory', () => {
    const usedHeap = heapMeter();
    const before = usedHeap();

    const texts = Array.from({ length: 40 }, (_, at) => cutText(`${at}${'x'.repeat(1_000_000)}`.trim(), 100));

    expect(usedHeap() - before).toBeLessThan(15_000_000);
    expect(texts).toHaveLength(40);
  });
});
