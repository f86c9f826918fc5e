import { describe, expect, it } from '@jest/globals';
import { recordsIn, textIn, textsIn } from '../../src/cli/loose-json.ts';

describe('what is read of JSON that may be anything', () => {
  it('should be the records of a list, without what is none', () => {
    expect(recordsIn({ a: [{ b: 1 }, 'c', null, ['d'], {}] }, 'a')).toEqual([{ b: 1 }, {}]);
  });

  it('should be the texts of a list, without what is none', () => {
    expect(textsIn({ a: ['b', 1, null, 'c'] }, 'a')).toEqual(['b', 'c']);
  });

  it('should be a text', () => {
    expect(textIn({ a: 'b' }, 'a')).toBe('b');
  });

  it.each([[undefined], [null], ['text'], [[]], [{}], [{ a: 1 }], [{ a: {} }], [{ a: null }]])(
    'should be empty for %j',
    (json) => {
      expect(recordsIn(json, 'a')).toEqual([]);
      expect(textsIn(json, 'a')).toEqual([]);
      expect(textIn(json, 'a')).toBe('');
    },
  );
});
