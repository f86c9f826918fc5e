import { describe, expect, it } from '@jest/globals';
import { visibleText } from '../../../../src/cli/live/machine/visible-text.ts';

describe('visibleText', () => {
  it('should remove characters without a width', () => {
    expect(visibleText('a\u00ad\u00ad\u200bb\u2060c\u{e0061}')).toBe('abc');
    expect(visibleText('\u00ad'.repeat(1_000))).toBe('');
    expect(visibleText('a\ud83d')).toBe('a');
  });

  it('should keep characters that join emoji, keycaps and letters, eight of them at most', () => {
    for (const text of ['👩‍👩‍👧‍👦 ❤️', '1️⃣', 'می‌خواهم', 'क्‍ष', '\u0600١']) expect(visibleText(text)).toBe(text);
    expect(visibleText('👩‍👩‍👧‍👦\u00ad')).toBe('👩‍👩‍👧‍👦');
    expect(visibleText(`a${'\u200c\u200d'.repeat(500)}b`)).toHaveLength(10);
  });

  it('should keep at most eight marks of a base character', () => {
    expect(visibleText(`e${'\u0301'.repeat(995)}x\u0302`)).toBe(`e${'\u0301'.repeat(8)}x\u0302`);
    expect(visibleText(`👩${'\u0301\u200d'.repeat(400)}`)).toHaveLength(2 + 8);
  });

  it('should replace control characters and line ends with a blank', () => {
    expect(visibleText('a\n\tb\u001b[2J\u202e\u009bé')).toBe('a b [2J é');
  });

  it('should not change other texts', () => {
    for (const text of ['', 'web-1', 'é日本語', 'हिन्दी', 'ไทย', '한국어'])
      expect(visibleText(text)).toBe(text);
  });
});
