import { fc } from './properties.ts';

const firstHalf = 0xd800;
const lastHalf = 0xdfff;
const halves = lastHalf - firstHalf + 1;

/**
 * Any code point but half of a surrogate pair: the characters that `unit: 'binary'` draws, as often. That unit makes a map
 * of 1.1 million characters, which takes 0.7 s in each spec file that has a string of it.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - halves })
  .map((nth) => String.fromCodePoint(nth < firstHalf ? nth : nth + halves), nthOf);

/** The way back, without which fast-check would draw no `__proto__` and the like. */
function nthOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  const isOne = code !== undefined && character === String.fromCodePoint(code);
  if (!isOne || (code >= firstHalf && code <= lastHalf)) throw new Error('it is no character');
  return code < firstHalf ? code : code - halves;
}
