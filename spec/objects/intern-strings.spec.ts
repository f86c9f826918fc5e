import { describe, expect, it } from '@jest/globals';
import { fc } from '../support/properties.ts';
import { internStrings } from '../../src/objects/intern-strings.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('internStrings', () => {
  it('should keep every value equal (PF6)', () => {
    const clashing = fc.tuple(fc.constantFrom('a', 'b', '\ud800', '😀'), fc.integer({ min: 5, max: 250 }));
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 250 }),
      // These strings have equal hashes, because they differ only in characters that the hash function skips.
      clashing.map(([odd, length]) => `xxxx${odd}${'x'.repeat(length)}`),
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.jsonValue(),
        fc.array(tie('any')),
        fc.dictionary(text, tie('any')),
      ),
    })).any;

    fc.assert(
      fc.property(value, (made) => {
        const json = JSON.stringify(made);
        const parsed: unknown = JSON.parse(json);

        internStrings(parsed);

        expect(JSON.stringify(parsed)).toBe(json);
      }),
    );
  });

  it('should not change frozen objects', () => {
    const frozen = Object.freeze({ text: 'longer than ten' });

    expect(() => {
      internStrings(frozen);
    }).not.toThrow();
  });

  it('should not overflow the stack on a deeply nested value', () => {
    let value: { inner?: unknown } = {};
    for (let depth = 0; depth < 200_000; depth++) value = { inner: value };

    expect(() => {
      internStrings(value);
    }).not.toThrow();
  });
});
