import { expect, it } from '@jest/globals';
import { isSame, isSameOnce } from '../../src/apiserver/json.ts';
import { countingReads } from './support/counting-reads.ts';

const values: readonly unknown[] = [
  undefined,
  null,
  0,
  '',
  {},
  [],
  { a: undefined },
  { a: null },
  { b: null },
  [null],
  { a: { b: [1, { c: 2 }] } },
  { a: { b: [1, { c: 3 }] } },
  { a: { b: [1, { c: 2 }, 3] } },
  { a: 1, b: 2 },
  { b: 2, a: 1 },
];

it('should return the same result with a cache as without', () => {
  const isSameAgain = isSameOnce();
  for (const a of values) {
    for (const b of values) {
      const copy = structuredClone(b);
      expect([isSameAgain(a, copy), isSameAgain(a, copy)]).toEqual([isSame(a, copy), isSame(a, copy)]);
    }
  }
});

it('should compare a value once, alone and within another value', () => {
  const { value, reads } = countingReads(10);
  const copy = { ...value };
  const isSameAgain = isSameOnce();
  const before = reads();

  expect(isSameAgain([{ a: value }, 1], [{ a: copy }, 2])).toBe(false);
  expect(isSameAgain({ a: value }, { a: copy })).toBe(true);
  expect(isSameAgain(value, copy)).toBe(true);
  expect(reads() - before).toBe(10);
});
