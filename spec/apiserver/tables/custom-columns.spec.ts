import { describe, expect, it } from '@jest/globals';
import { customPrinter } from '../../../src/apiserver/tables/custom-columns.ts';

const metadata = { name: 'x' };
const cellOf = (jsonPath: string, spec: unknown, type = 'string'): unknown =>
  customPrinter([{ name: 'c', type, jsonPath }])({ metadata, spec }, 0)[1];

describe('customPrinter', () => {
  it('should show the first value that a path finds', () => {
    expect(cellOf('.spec.list[*].a', { list: [{ a: 'x' }, { a: 'y' }] })).toBe('x');
    expect(cellOf('.spec', { b: [1], a: '<' })).toBe('{"a":"\\u003c","b":[1]}');
  });

  it('should leave a cell empty that takes too much work, and show the others', () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    const row = customPrinter([
      { name: 'unions', type: 'string', jsonPath: `.spec${"['a','a']".repeat(22)}` },
      { name: 'values', type: 'string', jsonPath: '.spec.many' },
      { name: 'text', type: 'string', jsonPath: '.spec.text' },
      { name: 'name', type: 'string', jsonPath: '.metadata.name' },
    ])({ metadata, spec: { many, text: 'x'.repeat(100_000), a: { a: {} } } }, 0);

    expect(row).toEqual(['x', null, null, null, 'x']);
  });
});
