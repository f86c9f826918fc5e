import { describe, expect, it } from '@jest/globals';
import { endOfValue, odd, walkMembers } from '../../../src/source/machine/members.ts';

/** The keys and values of the object that a text begins with, and what the walk returned. */
function walked(text: string, end = text.length) {
  const bytes = new TextEncoder().encode(text);
  const members: (readonly [string, string])[] = [];
  const behind = walkMembers(bytes, 0, end, (keyFrom, keyTo, value) => {
    const to = endOfValue(bytes, value, end);
    if (to > 0) members.push([text.slice(keyFrom, keyTo), text.slice(value, to)]);
    return to;
  });
  return { members, behind };
}

describe('walkMembers', () => {
  it('should go from member to member, whatever the values, to the end of the object', () => {
    const text = '{ "a" : -1.5e3 ,"b":"x\\"}", "c":{"a":["}"]},\n"d":[[]],"e":null }';

    expect(walked(`${text},{}`)).toEqual({
      members: [
        ['a', '-1.5e3'],
        ['b', '"x\\"}"'],
        ['c', '{"a":["}"]}'],
        ['d', '[[]]'],
        ['e', 'null'],
      ],
      behind: text.length,
    });
    expect(walked('{ } ')).toEqual({ members: [], behind: 3 });
  });

  it('should say so wherever the bytes end', () => {
    const text = '{"a":"b","c":[1],"d":true}';

    for (let end = 1; end < text.length; end++) expect(walked(text, end).behind).toBe(-1);
  });

  it('should take each visible character of ASCII in a key, and a blank', () => {
    expect(walked('{" !~":1}')).toEqual({ members: [[' !~', '1']], behind: 9 });
  });

  it('should read no byte behind the end', () => {
    const bytes = new TextEncoder().encode('{"a":1}');

    expect(walkMembers(bytes, 0, 1, () => 1)).toBe(-1);
    expect(endOfValue(bytes, 5, 6)).toBe(-1);
    expect(endOfValue(new TextEncoder().encode('"b"'), 0, 2)).toBe(-1);
  });

  it.each([
    '{"a\u001f":1}',
    '{"a\u007f":1}',
    '{"a\\u0062":1}',
    '{"é":1}',
    '{1:2}',
    '{"a"1}',
    '{"a":1 2}',
    '{"a":[];"b":2}',
  ])('should find %s odd', (text) => {
    expect(walked(text).behind).toBe(odd);
  });
});
