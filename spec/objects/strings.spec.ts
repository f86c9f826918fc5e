import { describe, expect, it } from '@jest/globals';
import { isNonEmptyString, pickNonEmptyStrings } from '../../src/objects/index.ts';
import { copyOf, cutText } from '../../src/objects/strings.ts';
import { heapMeter } from '../support/heap-meter.ts';

describe('pickNonEmptyStrings', () => {
  it('should omit empty strings and values that are not strings', () => {
    const texts = pickNonEmptyStrings({ reason: 'Gone', message: '', field: undefined, code: 410 });

    expect(Object.entries(texts)).toEqual([['reason', 'Gone']]);
  });
});

describe('isNonEmptyString', () => {
  it.each(['a', ' ', '0'])('should accept %j', (given) => {
    expect(isNonEmptyString(given)).toBe(true);
  });

  it.each(['', undefined, null, 0, ['a']])('should refuse %j', (given) => {
    expect(isNonEmptyString(given)).toBe(false);
  });
});

describe('copyOf', () => {
  it.each(['', 'a', 'ä€', '\ud83d', '"\\\n'])('should return an equal string: %j', (text) => {
    expect(copyOf(text)).toBe(text);
  });
});

describe('cutText', () => {
  it('should return at most the given number of characters', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc');
    expect(cutText('abcd', 0)).toBe('');
  });

  it('should not keep the whole string in memory', () => {
    const usedHeap = heapMeter();
    const before = usedHeap();

    const texts = Array.from({ length: 40 }, (_, at) => cutText(`${at}${'x'.repeat(1_000_000)}`.trim(), 100));

    expect(usedHeap() - before).toBeLessThan(15_000_000);
    expect(texts).toHaveLength(40);
  });
});
