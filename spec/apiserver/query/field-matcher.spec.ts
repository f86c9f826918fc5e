import { expect, it } from '@jest/globals';
import { fieldMatcher } from '../../../src/apiserver/query/field-matcher.ts';
import type { StoredObject } from '../../../src/apiserver/json.ts';

const object = { metadata: { name: 'x' } } as StoredObject;
const term = (operator: '=' | '!=', value: string, read = (): unknown => 'x') => ({
  field: 'metadata.name',
  operator,
  value,
  valueOf: read,
});

it.each([
  ['nothing', [], true],
  ['a value', [term('=', 'x')], true],
  ['a value twice', [term('=', 'x'), term('=', 'x')], true],
  ['two values', [term('=', 'x'), term('=', 'y')], false],
  ['another value', [term('=', 'y')], false],
  ['not the value', [term('!=', 'y'), term('!=', 'x')], false],
  ['not another value', [term('!=', 'y')], true],
  ['a number as text', [term('=', '3', () => 3)], true],
  ['nothing as text', [term('=', '', () => null)], true],
])('should select by %s', (_, terms, selected) => {
  expect(fieldMatcher(terms)(object)).toBe(selected);
});

it('should read a field once, for any number of terms', () => {
  let reads = 0;
  const read = (): unknown => reads++;
  const terms = Array.from({ length: 20_000 }, (_, at) => term('!=', `v${at}`, read));

  expect([fieldMatcher(terms)(object), reads]).toEqual([true, 1]);
});
