import { describe, expect, it, jest } from '@jest/globals';
import { KubeError } from 'rx-informer';
import { mayContainEscapes, valueFrom, valueJson } from '../../../src/recording/machine/value-json.ts';

const error = new KubeError('fatal', 'no');
const errorJson = { name: 'KubeError', message: 'no', failure: 'fatal' };

describe('valueJson and valueFrom', () => {
  it.each<[string, unknown, unknown]>([
    ['an error', error, { $error: errorJson }],
    ['an error deep down', [{ a: [error, 1] }], [{ a: [{ $error: errorJson }, 1] }]],
    ['data of its name', { $error: errorJson }, { $$error: errorJson }],
    ['data of its name, once more', { $$error: 1 }, { $$$error: 1 }],
    ['data of its name around an error', { $error: error }, { $$error: { $error: errorJson } }],
    ['data of its name among other', { $error: errorJson, b: 2 }, { $error: errorJson, b: 2 }],
    ['data of its name behind other', { b: 2, $error: errorJson }, { b: 2, $error: errorJson }],
    ['an error beside data of its name', { $error: 1, b: error }, { $error: 1, b: { $error: errorJson } }],
    ['an infinite number', [1, Infinity], [1, { $number: 'Infinity' }]],
    ['a negative one, deep down', { a: [{ b: -Infinity }] }, { a: [{ b: { $number: '-Infinity' } }] }],
    ['data of the name of a number', { $number: 'Infinity' }, { $$number: 'Infinity' }],
    [
      'data of its name around an infinite number',
      { $number: Infinity },
      { $$number: { $number: 'Infinity' } },
    ],
    ['data of the name of a cut', { $cut: 'nested too deep' }, { $$cut: 'nested too deep' }],
    ['data of another name', { error: 1 }, { error: 1 }],
    ['nothing', {}, {}],
  ])('should encode and decode %s', (_, value, json) => {
    expect(valueJson(value)).toEqual(json);
    expect(valueFrom(JSON.parse(JSON.stringify(json)))).toEqual(value);
  });

  it('should return a value without errors itself, not a copy', () => {
    const value = { a: { b: 1 }, $error: 1, c: null };
    const bare = Object.create(null) as object;

    expect(valueJson(value)).toBe(value);
    expect(valueJson(bare)).toBe(bare);
    expect(valueFrom(value)).toBe(value);
    expect(valueFrom([value])).toEqual([value]);
  });

  it('should copy only the parts of a value that contain an error', () => {
    const plain = { list: [1, { a: 2 }] };
    const json = [plain, { deep: { $error: errorJson }, plain }];
    const read = valueFrom(json) as readonly [unknown, { readonly deep: unknown; readonly plain: unknown }];

    expect(read).toEqual([plain, { deep: error, plain }]);
    expect(read[0]).toBe(plain);
    expect(read[1].plain).toBe(plain);
    expect(json).toEqual([plain, { deep: { $error: errorJson }, plain }]);
  });

  it('should keep an invalid mark unchanged', () => {
    for (const json of [
      { $error: 3 },
      { $error: null },
      { $error: { name: 'a' } },
      { $number: 3 },
      { $number: '1' },
      { $cut: true },
    ]) {
      expect(valueFrom(json)).toEqual(json);
    }
  });

  it.each<[string, unknown]>([
    ['value[0] is undefined', [undefined]],
    ['value.a is NaN', { a: Number.NaN }],
    ['value.a[1]["b c"] is function', { a: [1, { 'b c': error.toString.bind(error) }] }],
    ['value.$a is not a plain object ([object Date])', { $a: new Date(0) }],
  ])('should refuse a value and name the position: %s', (message, value) => {
    expect(() => valueJson(value)).toThrow(new TypeError(message));
  });

  it('should refuse a cycle, but accept a repeated object', () => {
    const twice = { a: 1 };
    const round: Record<string, unknown> = {};
    round['a'] = [round];

    expect(valueJson([twice, twice])).toEqual([twice, twice]);
    expect(() => valueJson(round)).toThrow(new TypeError('value.a[0] holds itself'));
  });

  it.each([512, 513, 600, 5_000, 100_000])(
    'should write 512 levels of %d, and null for the deeper levels',
    (levels) => {
      const nested: unknown = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
      const kept = Math.min(levels, 512);
      const text = JSON.stringify(valueJson(nested));

      expect(JSON.stringify(valueFrom(JSON.parse(text)))).toBe(
        `${'['.repeat(kept)}${levels > kept ? 'null' : ''}${']'.repeat(kept)}`,
      );
    },
  );

  it('should decode a cut within data that looks like a mark as null', () => {
    const json = { $$cut: { $cut: 'nested too deep' } };

    expect(valueFrom(json)).toEqual({ $cut: null });
  });

  it('should not search the list of parents for each value, which would take time in proportion to the depth', () => {
    const searches = jest.spyOn(Array.prototype, 'includes');
    valueJson([[[[0, 1]]]]);
    const { length } = searches.mock.calls;
    searches.mockRestore();

    expect(length).toBe(0);
  });

  it('should recognise lines without marks', () => {
    for (const name of ['error', 'number', 'cut']) {
      const lines = [`{"$${name}":1}`, `{"$$${name}":1}`, `{"${name}":1}`, '{"a":""}'];
      expect(lines.map(mayContainEscapes)).toEqual([true, true, false, false]);
    }
  });
});
