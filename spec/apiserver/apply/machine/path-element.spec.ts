import { describe, expect, it, jest } from '@jest/globals';
import {
  elementText,
  keyElement,
  parseElement,
  pathText,
  sortedElements,
  valueElement,
} from '../../../../src/apiserver/apply/machine/path-element.ts';

describe('path elements', () => {
  it('should serialise keys in one form, for any order', () => {
    expect(keyElement({ protocol: 'TCP', containerPort: 80 })).toBe(
      'k:{"containerPort":80,"protocol":"TCP"}',
    );
    expect(parseElement('k:{"protocol":"TCP", "containerPort":80}')).toBe(
      'k:{"containerPort":80,"protocol":"TCP"}',
    );
  });

  it('should escape the same characters as Go', () => {
    expect(valueElement('a<b>&c')).toBe('v:"a\\u003cb\\u003e\\u0026c"');
  });

  it.each([
    ['f:a:b', 'f:a:b'],
    ['v: "x"', 'v:"x"'],
    ['i:+2', 'i:2'],
    ['x:unknown', undefined],
  ])('should parse %s', (given, expected) => {
    expect(parseElement(given)).toBe(expected);
  });

  it.each(['f', 'name', 'k:[]', 'k:{', 'v:', 'i:x'])('should not parse %s', (given) => {
    expect(() => parseElement(given)).toThrow(Error);
  });

  it('should order members, then keys, then values, then indexes, each by value', () => {
    const ordered = [
      'f:a',
      'f:b',
      'k:{"port":9}',
      'k:{"port":80}',
      'k:{"port":80,"protocol":"TCP"}',
      'k:{"port":"x"}',
      'v:2',
      'v:10',
      'v:"10"',
      'v:false',
      'v:true',
      'i:2',
      'i:10',
    ];

    expect(sortedElements([...ordered].reverse())).toEqual(ordered);
  });

  it('should parse each element once, for any number of comparisons', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const elements = Array.from({ length: 1_000 }, (_, nth) => `v:{"a":${(nth * 7) % 1_000}}`);

    sortedElements(elements);

    expect(parse).toHaveBeenCalledTimes(1_000);
    parse.mockRestore();
  });

  it('should be printed like on the real server', () => {
    expect(pathText(['f:spec', 'k:{"name":"web","port":80}', 'f:image'])).toBe(
      '.spec[name="web",port=80].image',
    );
    expect(elementText('v:"x"')).toBe('[="x"]');
    expect(elementText('i:3')).toBe('[3]');
  });

  it('should show the beginning of long elements, without parsing them', () => {
    const long = 'x'.repeat(100_000);
    const parse = jest.spyOn(JSON, 'parse');

    expect(elementText(`k:{"name":"${long}"}`).length).toBeLessThan(1_010);
    expect(pathText([`f:${long}`, 'f:a'])).toBe(`.${'x'.repeat(999)}`);
    expect(parse.mock.calls.every(([text]) => text.length < 2_000)).toBe(true);
    parse.mockRestore();
  });
});
