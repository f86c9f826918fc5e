import { describe, expect, it } from '@jest/globals';
import { recordsIn, textIn, textsIn } from '../../src/discovery/loose-json.ts';

describe('reading JSON of unknown shape', () => {
  it('should return the records of a list, without other values', () => {
    expect(recordsIn({ a: [{ b: 1 }, 'c', null, ['d'], {}] }, 'a')).toEqual([{ b: 1 }, {}]);
  });

  it('should return the strings of a list, without other values', () => {
    expect(textsIn({ a: ['b', 1, null, 'c'] }, 'a')).toEqual(['b', 'c']);
  });

  it('should return a string', () => {
    expect(textIn({ a: 'b' }, 'a')).toBe('b');
  });

  it.each([[undefined], [null], ['text'], [[]], [{}], [{ a: 1 }], [{ a: {} }], [{ a: null }]])(
    'should return nothing for %j',
    (json) => {
      expect(recordsIn(json, 'a')).toEqual([]);
      expect(textsIn(json, 'a')).toEqual([]);
      expect(textIn(json, 'a')).toBe('');
    },
  );
});
