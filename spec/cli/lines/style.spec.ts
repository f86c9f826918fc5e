import { describe, expect, it } from '@jest/globals';
import { colourStyle, plainStyle, styleFor } from '../../../src/cli/lines/style.ts';

describe('styleFor', () => {
  it('should use colours only on a terminal', () => {
    expect(styleFor({ isTTY: true }, {})).toBe(colourStyle);
    expect(styleFor({ isTTY: false }, {})).toBe(plainStyle);
    expect(styleFor({}, {})).toBe(plainStyle);
  });

  it('should honour a non-empty NO_COLOR, and a terminal without colours', () => {
    expect(styleFor({ isTTY: true }, { NO_COLOR: '1' })).toBe(plainStyle);
    expect(styleFor({ isTTY: true }, { NO_COLOR: '' })).toBe(colourStyle);
    expect(styleFor({ isTTY: true }, { TERM: 'dumb' })).toBe(plainStyle);
  });
});
