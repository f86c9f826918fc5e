import { describe, expect, it, jest } from '@jest/globals';
import { reportWarnings } from '../../src/source/warning-header.ts';

const latin1OfUtf8 = (text: string): string =>
  Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');

describe('reportWarnings', () => {
  it.each([
    ['one warning', '299 - "v1 is deprecated"', ['v1 is deprecated']],
    ['several warnings', '299 - "a, b", 299 agent "c" "date"', ['a, b', 'c']],
    [
      'escaped characters',
      String.raw`299 - "unknown field \"spec.x\\y\""`,
      [String.raw`unknown field "spec.x\y"`],
    ],
    ['a warning of a cache', '110 - "stale", 299 - "b"', ['b']],
    ['UTF-8 that was decoded byte by byte', `299 - "${latin1OfUtf8('Grüße €')}"`, ['Grüße €']],
    ['a text that is not UTF-8', '299 - "Gr\u00fc\u00dfe"', ['Grüße']],
    ['a decoded text', '299 - "€"', ['€']],
    ['no warning', 'nonsense', []],
    ['an empty header', '', []],
    ['no header', null, []],
  ])('should report %s', (_, header, expected) => {
    const onWarning = jest.fn();
    reportWarnings({ path: '/', onWarning }, header);
    expect(onWarning.mock.calls).toEqual(expected.map((text) => [text]));
  });

  it('should need no function', () => {
    expect(() => reportWarnings({ path: '/' }, '299 - "a"')).not.toThrow();
  });
});
