import { describe, expect, it } from '@jest/globals';
import {
  identifyingPart,
  isNestedTooDeep,
  scalarsOf,
} from '../../../src/representations/machine/nested-too-deep.ts';

/** Wraps a value in the given number of levels. A level is an object or an array. */
const around = (levels: number, wrap: (inner: unknown, level: number) => unknown): unknown =>
  Array.from({ length: levels }).reduce<unknown>((inner, _, level) => wrap(inner, level), 1);

const wraps = [
  ['objects', (inner: unknown) => ({ a: 1, b: inner, c: null })],
  ['arrays', (inner: unknown) => ['a', inner, null]],
  ['both', (inner: unknown, level: number) => (level % 2 === 0 ? [inner] : { a: {}, inner })],
] as const;

describe('isNestedTooDeep', () => {
  it.each(wraps)('should distinguish %s of 501 levels from 500 levels', (_name, wrap) => {
    expect(isNestedTooDeep(around(500, wrap))).toBe(false);
    expect(isNestedTooDeep(around(501, wrap))).toBe(true);
    expect(isNestedTooDeep(around(50_000, wrap))).toBe(true);
  });

  it.each(['text', 1, true, null, undefined, {}, []])('should be false for %j', (value) => {
    expect(isNestedTooDeep(value)).toBe(false);
  });

  it('should count the given number of levels', () => {
    expect(isNestedTooDeep({ a: [[]] }, 3)).toBe(false);
    expect(isNestedTooDeep({ a: [[]] }, 2)).toBe(true);
    expect(isNestedTooDeep('text', 0)).toBe(false);
    expect(isNestedTooDeep({}, 0)).toBe(true);
  });
});

describe('identifyingPart', () => {
  it('should keep the strings, numbers and booleans of an object and of its metadata', () => {
    const object = {
      kind: 'Pod',
      immutable: true,
      count: 3,
      data: { deep: {} },
      nothing: null,
      list: [1],
      metadata: { name: 'a', generation: 1, labels: { b: 'c' }, finalizers: [] },
    };

    expect(identifyingPart(object)).toStrictEqual({
      kind: 'Pod',
      immutable: true,
      count: 3,
      metadata: { name: 'a', generation: 1 },
    });
  });

  it.each([[{}], [{ metadata: 'text' }], [{ metadata: null }], [{ metadata: ['a'] }]])(
    'should return empty metadata for %j',
    (object) => {
      expect(identifyingPart(object)).toStrictEqual({ metadata: {} });
    },
  );
});

describe('scalarsOf', () => {
  it('should omit values with members', () => {
    expect(scalarsOf({ a: 1, b: {}, c: [], d: null, e: 'f', g: false })).toStrictEqual({
      a: 1,
      e: 'f',
      g: false,
    });
  });
});
