import { describe, expect, it } from '@jest/globals';
import { textsOf } from '../../src/objects/index.ts';

describe('textsOf', () => {
  it('should leave out what is no text, or empty', () => {
    const texts = textsOf({ reason: 'Gone', message: '', field: undefined, code: 410 });

    expect(Object.entries(texts)).toEqual([['reason', 'Gone']]);
  });
});
