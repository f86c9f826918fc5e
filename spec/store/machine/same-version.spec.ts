import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import { plainObjectCodec } from '../../../src/store/machine/object-codec.ts';
import { isSameContent } from '../../../src/store/machine/same-version.ts';

describe('isSameContent', () => {
  const at = (data: unknown) => ({
    ...kubeObject('a', { metadata: { uid: 'u', resourceVersion: '1' } }),
    data,
  });

  it('should compare the contents of two objects of equal version', () => {
    expect(isSameContent(at({ a: 1 }), at({ a: 1 }), plainObjectCodec())).toBe(true);
    expect(isSameContent(at({ a: 1 }), at({ a: 2 }), plainObjectCodec())).toBe(false);
  });

  const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

  it('should compare objects of 2,500 levels without an error', () => {
    expect(() => isSameContent(at(deep(2_500)), at(deep(2_500)), plainObjectCodec())).not.toThrow();
  });

  it('should treat objects of 100,000 levels, too deep to compare, as changed', () => {
    expect(isSameContent(at(deep(100_000)), at(deep(100_000)), plainObjectCodec())).toBe(false);
  });

  it.each<[string, unknown, unknown]>([
    ['texts, numbers and null', { a: ['x', 1, null], b: true }, { a: ['x', 1, null], b: true }],
    ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
    ['members that are undefined', { a: undefined }, { a: undefined }],
    ['NaN', NaN, NaN],
    ['a bigint', 1n, 1n],
    ['names of prototypes', JSON.parse('{"__proto__":{"a":1}}'), JSON.parse('{"__proto__":{"a":1}}')],
  ])('should treat as unchanged: %s', (_, a, b) => {
    expect(isSameContent(at(a), at(b), plainObjectCodec())).toBe(true);
  });

  const cycle = (): unknown => {
    const owner: Record<string, unknown> = {};
    owner['self'] = owner;
    return owner;
  };
  const throwing = (): unknown =>
    Object.defineProperty({}, 'a', {
      enumerable: true,
      get() {
        throw new Error('no');
      },
    });
  it.each<[string, unknown, unknown]>([
    ['another Map', new Map([['v', 1]]), new Map([['v', 2]])],
    ['an equal Map, whose entries are not compared', new Map(), new Map()],
    ['a Map for an empty object', {}, new Map([['v', 1]])],
    ['another Set', new Set([1]), new Set([2])],
    ['another RegExp', /a/, /b/],
    ['another Date', new Date(0), new Date(1)],
    ['another function', () => 1, () => 2],
    ['another symbol', Symbol('a'), Symbol('a')],
    ['NaN for Infinity', NaN, Infinity],
    ['NaN for null', NaN, null],
    ['a number for null', null, 0],
    ['another bigint', 1n, 2n],
    ['a cycle', cycle(), cycle()],
    ['a getter that throws', throwing(), throwing()],
    ['an instance of a class', Object.create({ v: 1 }), Object.create({ v: 2 })],
    ['an array for an object', { 0: 1 }, [1]],
    ['fewer items', [1, 2], [1]],
    ['more items', [1], [1, 2]],
    ['another name', { a: undefined }, { b: 1 }],
    ['the name of a method', { toString: undefined }, { valueOf: undefined }],
    ['__proto__ for another name', JSON.parse('{"__proto__":{}}'), { a: {} }],
    ['items that are absent', [undefined], [null]],
  ])('should treat as changed: %s', (_, a, b) => {
    expect(isSameContent(at(a), at(b), plainObjectCodec())).toBe(false);
    expect(isSameContent(at(b), at(a), plainObjectCodec())).toBe(false);
  });
});
