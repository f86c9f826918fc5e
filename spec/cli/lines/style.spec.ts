import { describe, expect, it } from '@jest/globals';
import { colourStyle, plainStyle, styleFor } from '../../../src/cli/lines/style.ts';

describe('styleFor', () => {
  it('should have colours on a terminal only', () => {
    expect(styleFor({ isTTY: true }, {})).toBe(colourStyle);
    expect(styleFor({ isTTY: false }, {})).toBe(plainStyle);
    expect(styleFor({}, {})).toBe(plainStyle);
  });

  it('should honour NO_COLOR, unless it is empty, and a terminal that has none', () => {
    expect(styleFor({ isTTY: true }, { NO_COLOR: '1' })).toBe(plainStyle);
    expect(styleFor({ isTTY: true }, { NO_COLOR: '' })).toBe(colourStyle);
    expect(styleFor({ isTTY: true }, { TERM: 'dumb' })).toBe(plainStyle);
  });
});
