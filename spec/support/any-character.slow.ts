import { expect, it } from '@jest/globals';
import { fc } from './properties.ts';
import { anyCharacter } from './any-character.ts';

it('should generate the strings of the unit ‘binary’, including dangerous ones', () => {
  const drawn = (unit: 'binary' | fc.Arbitrary<string>): readonly string[] =>
    fc.sample(fc.string({ unit, maxLength: 20 }), { seed: 7, numRuns: 2_000 });
  const strings = drawn(anyCharacter);

  expect(strings).toEqual(drawn('binary'));
  expect(strings.join()).toContain('asOwn'); // a part of `hasOwnProperty`, a dangerous string that fast-check makes on purpose
});
