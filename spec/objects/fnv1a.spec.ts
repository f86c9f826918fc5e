import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { fnv1a } from '../../src/objects/index.ts';
import { anyCharacter } from '../support/any-character.ts';

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
