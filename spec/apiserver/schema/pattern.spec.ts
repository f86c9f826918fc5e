import { describe, expect, it } from '@jest/globals';
import { compilePattern, PatternError } from '../../../src/apiserver/schema/pattern.ts';

describe('compilePattern', () => {
  it.each([
    ['^a+$', 'aa', 'b'],
    ['^[\\w\\-]+$', 'a-b', 'a b'],
    ['^a\\_b$', 'a_b', 'ab'],
    ['^a\\-b$', 'a-b', 'ab'],
    ['\\Aab\\z', 'ab', 'abc'],
    ['^[[:alpha:]]+$', 'ab', 'a1'],
    ['^[[:alnum:]_]+$', 'a1_', 'a-'],
    ['^(?P<name>a)$', 'a', 'b'],
    ['^(?i)a$', 'A', 'b'],
    ['^\\x{61}$', 'a', 'x'],
    ['^\\pL$', 'ä', '1'],
    ['^\\p{Greek}$', 'α', 'a'],
    ['^a/b$', 'a/b', 'ab'],
    ['^\\"a\\"$', '"a"', 'a'],
    ['^.$', '😀', 'ab'],
    ['^\\Qa.b\\E$', 'a.b', 'axb'],
    ['b', 'abc', 'ac'],
  ])('should interpret %s as Go does', (pattern, good, bad) => {
    const { matches } = compilePattern(pattern);

    expect(matches(good)).toBe(true);
    expect(matches(bad)).toBe(false);
  });

  it.each([
    ['((', 'missing closing ): `((`'],
    ['a(?=b)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['[z-a]', 'invalid character class range: `z-a`'],
    ['a**', 'invalid nested repetition operator: `**`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
    ['[a', 'missing closing ]: `[a`'],
    [')', 'unexpected ): `)`'],
  ])('should refuse %s with the message of Go', (pattern, why) => {
    expect(() => compilePattern(pattern)).toThrow(new PatternError(`error parsing regexp: ${why}`));
  });

  it.each([
    ['^(a|aa)+$', 100_000],
    ['^(a+)+$', 100_000],
    ['^x|a*b', 400_000],
    ['(.*)(.*)(.*)z$', 100_000],
  ])('should match %s in linear time', (pattern, length) => {
    expect(compilePattern(pattern).matches(`${'a'.repeat(length)}!`)).toBe(false);
  });
});
