import { describe, expect, it } from '@jest/globals';
import { labelSelector, OptionsError } from 'rx-informer';

/**
 * Invalid selectors. Each entry has a caret under the position of the error, and the expected text of the error (P98).
 */
const refused = [
  ['app in web', '       ^', "expected '(', found 'web'"],
  ['app in (web', '           ^', "expected ',' or ')', found the end"],
  ['app in (a b)', '          ^', "expected ',' or ')', found 'b'"],
  ['app in ((a))', '        ^', "expected ',' or ')', found '('"],
  ['app in', '      ^', "expected '(', found the end"],
  ['app=web,', '        ^', "expected a label key or '!', found the end"],
  ['app,,tier', '    ^', "expected a label key or '!', found ','"],
  [',app', '^', "expected a label key or '!', found ','"],
  ['=web', '^', "expected a label key or '!', found '='"],
  ['!!app', ' ^', "expected a label key, found '!'"],
  ['!app=web', '    ^', "expected ',' or the end, found '='"],
  ['app=a=b', '     ^', "expected ',' or the end, found '='"],
  ['app=a b', '      ^', "expected ',' or the end, found 'b'"],
  ['app===web', '     ^', "expected a label value, found '='"],
  ['app web', '    ^', 'expected one of = == != in notin > < or the end of the requirement'],
  ['size>=5', '     ^', "expected a label value, found '='"],
  ['size>x', '     ^', '> and < compare with a whole number of 64 bits at most'],
  ['size>', '     ^', '> and < compare with a whole number of 64 bits at most'],
  ['size>9223372036854775808', '     ^', '> and < compare with a whole number of 64 bits at most'],
  ['size>-1', '     ^', 'a label value has 0 to 63 letters'],
  ['app=ok,tier=-x', '            ^', 'a label value has 0 to 63 letters'],
  ['app in (ok,-x)', '           ^', 'a label value has 0 to 63 letters'],
  ['a/b/c=red', '^', 'a label key has at most one slash'],
  ['ok,Example.com/a', '   ^', 'the prefix of a label key is a DNS subdomain'],
  ['/a', '^', 'the prefix of a label key is a DNS subdomain'],
  ['a.com/', '^', 'the name in a label key has 1 to 63 letters'],
  ['ключ=1', '^', 'the name in a label key has 1 to 63 letters'],
  ['app\u00a0=a', '^', 'the name in a label key has 1 to 63 letters'],
] as const;

describe('the error for a label selector', () => {
  it.each(refused)('should point at the position in %j', (text, caret, problem) => {
    const at = caret.length;

    expect(() => labelSelector(text)).toThrow(OptionsError);
    expect(() => labelSelector(text)).toThrow(`at ${at}: ${problem}`);
    expect(() => labelSelector(text)).toThrow(`\n    ${text.replace(/\s/g, ' ')}\n    ${caret}`);
  });

  it('should name the given text and the expected format', () => {
    expect(() => labelSelector('=')).toThrow('labelSelector must be a label selector, not "="');
  });

  it('should show an excerpt around the position of the error in a long text', () => {
    const text = `${'a=b,'.repeat(50)}!,${'c,'.repeat(50)}`;
    const shown = `…=b,${'a=b,'.repeat(9)}!,${'c,'.repeat(19)}c…`;

    expect(() => labelSelector(text)).toThrow(`\n    ${shown}\n    ${' '.repeat(shown.indexOf('!') + 1)}^`);
  });

  it.each([63, 64].map((length) => ['k'.repeat(length), length < 64] as const))(
    'should limit names to 63 characters: %s',
    (name, isRight) => {
      const right = (text: string): boolean => {
        try {
          return String(labelSelector(text)) === text;
        } catch {
          return false;
        }
      };

      expect([right(name), right(`a=${name}`), right(`a.com/${name}`)]).toEqual([isRight, isRight, isRight]);
    },
  );

  it('should limit a prefix to 253 characters', () => {
    expect(() => labelSelector(`${'p'.repeat(253)}/k`)).not.toThrow();
    expect(() => labelSelector(`${'p'.repeat(254)}/k`)).toThrow(OptionsError);
  });
});
