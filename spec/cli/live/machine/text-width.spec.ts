import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { fc } from '../../../support/properties.ts';
import { fitted, widthOf } from '../../../../src/cli/live/machine/text-width.ts';

describe('widthOf', () => {
  it('should count columns, not characters', () => {
    expect([widthOf('abc'), widthOf('日本語'), widthOf('é'), widthOf('')]).toEqual([3, 6, 1, 0]);
  });
});

describe('widthOf with a limit', () => {
  it('should count up to the limit', () => {
    expect([widthOf('abc', 2), widthOf('日本語', 5), widthOf('日本語', 7), widthOf('', 3)]).toEqual([
      2, 5, 6, 0,
    ]);
  });

  it('should count the same as without a limit, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, most) => {
        expect(widthOf(text, most)).toBe(Math.min(most, stringWidth(text)));
      }),
    );
  });
});

describe('fitted', () => {
  it('should pad with blanks, or cut with …', () => {
    expect(fitted('abc', 5)).toBe('abc  ');
    expect(fitted('abc', 3)).toBe('abc');
    expect(fitted('abcd', 3)).toBe('ab…');
    expect(fitted('abcd', 1)).toBe('…');
    expect(fitted('abcd', 0)).toBe('');
  });

  it('should not split a wide character', () => {
    expect(fitted('日本語', 4)).toBe('日… ');
    expect(fitted('日本語', 5)).toBe('日本…');
    expect(fitted('日本語', 7)).toBe('日本語 ');
  });

  it('should have exactly the given width, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(30), (text, width) => {
        // Skips texts with control characters. The width of a control character is 0, and callers of `fitted` remove
        // control characters.
        fc.pre(!/\p{C}/u.test(text));
        expect(widthOf(fitted(text, width))).toBe(width);
      }),
    );
  });
});
