import { describe, expect, it } from '@jest/globals';
import { fnv1a, isNonEmptyString, pickNonEmptyStrings } from '../../src/objects/index.ts';
import { copyOf, cutText } from '../../src/objects/strings.ts';
import { anyCharacter } from '../support/any-character.ts';
import { heapMeter } from '../support/heap-meter.ts';
import { fc } from '../support/properties.ts';

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

/** A reference implementation of FNV-1a with BigInt numbers, as published. */
function reference(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

const joined = (text: string): bigint => {
  const [high, low] = fnv1a(text);
  return BigInt(high) * 2n ** 32n + BigInt(low);
};

describe('fnv1a', () => {
  it.each([
    ['', 0xcbf29ce484222325n],
    ['a', 0xaf63dc4c8601ec8cn],
    ['foobar', 0x85944171f73967e8n],
  ])('should return the published hash of %j', (text, hash) => {
    expect(joined(text)).toBe(hash);
  });

  it('should return the hash of the UTF-8 bytes, for any string', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), fc.string({ unit: anyCharacter }), fc.string()), (text) => {
        expect(joined(text)).toBe(reference(text));
      }),
    );
  });

  it('should hash an unpaired surrogate as U+FFFD, as the API server does', () => {
    expect(joined('a\ud800b')).toBe(reference('a\ufffdb'));
  });
});
