import { describe, expect, it } from '@jest/globals';
import { isPlain, javaScriptPattern } from '../../../src/apiserver/schema/pattern.ts';

describe('javaScriptPattern', () => {
  it.each([
    ['^a+$', 'aa', 'b'],
    ['^[\\w\\-]+$', 'a-b', 'a b'],
    ['^a\\_b$', 'a_b', 'ab'],
    ['^a\\-b$', 'a-b', 'ab'],
    ['\\Aab\\z', 'ab', 'abc'],
    ['^[[:alpha:]]+$', 'ab', 'a1'],
    ['^[[:alnum:]_]+$', 'a1_', 'a-'],
    ['^(?P<name>a)$', 'a', 'b'],
    ['^\\x{61}$', 'a', 'x'],
    ['^\\pL$', 'ä', '1'],
    ['^\\p{Greek}$', 'α', 'a'],
    ['^a/b$', 'a/b', 'ab'],
    ['^\\"a\\"$', '"a"', 'a'],
    ['^.$', '😀', 'ab'],
  ])('should read %s as Go does', (pattern, good, bad) => {
    const regExp = new RegExp(javaScriptPattern(pattern), 'u');

    expect(regExp.test(good)).toBe(true);
    expect(regExp.test(bad)).toBe(false);
  });

  it('should throw for what is no pattern', () => {
    expect(() => javaScriptPattern('((')).toThrow(SyntaxError);
  });
});

describe('isPlain', () => {
  it.each(['^a+$', '^[a-z]([-a-z0-9]*[a-z0-9])?$', '^\\d{1,3}$', 'abc', '^(a|b)$'])(
    'should know that %s takes no longer than its text',
    (pattern) => expect(isPlain(pattern)).toBe(true),
  );

  it.each(['^(a+)+$', '(a|aa)*$', 'a+', '^a*a*$', '^(a{1,5}){1,5}$', '^a{1,200}b{1,200}$'])(
    'should not say that of %s',
    (pattern) => expect(isPlain(pattern)).toBe(false),
  );
});
