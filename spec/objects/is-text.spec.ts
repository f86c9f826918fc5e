import { describe, expect, it } from '@jest/globals';
import { isText } from '../../src/objects/index.ts';

describe('isText', () => {
  it.each(['a', ' ', '0'])('should take %j', (given) => {
    expect(isText(given)).toBe(true);
  });

  it.each(['', undefined, null, 0, ['a']])('should not take %j', (given) => {
    expect(isText(given)).toBe(false);
  });
});
