import { describe, expect, it, jest } from '@jest/globals';
import { KubeError } from 'rx-informer';
import { mayHoldErrors, valueFrom, valueJson } from '../../../src/recording/machine/value-json.ts';

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
    ['data of another name', { error: 1 }, { error: 1 }],
    ['nothing', {}, {}],
  ])('should say %s, and give it again', (_, value, json) => {
    expect(valueJson(value)).toEqual(json);
    expect(valueFrom(JSON.parse(JSON.stringify(json)))).toEqual(value);
  });

  it('should give what holds no error as it is, not a copy', () => {
    const value = { a: { b: 1 }, $error: 1, c: null };
    const bare = Object.create(null) as object;

    expect(valueJson(value)).toBe(value);
    expect(valueJson(bare)).toBe(bare);
    expect(valueFrom(value)).toBe(value);
    expect(valueFrom([value])).toEqual([value]);
  });

  it('should copy of a value only what an error stands in', () => {
    const plain = { list: [1, { a: 2 }] };
    const json = [plain, { deep: { $error: errorJson }, plain }];
    const read = valueFrom(json) as readonly [unknown, { readonly deep: unknown; readonly plain: unknown }];

    expect(read).toEqual([plain, { deep: error, plain }]);
    expect(read[0]).toBe(plain);
    expect(read[1].plain).toBe(plain);
    expect(json).toEqual([plain, { deep: { $error: errorJson }, plain }]);
  });

  it('should leave a mark that stands for no error', () => {
    for (const json of [{ $error: 3 }, { $error: null }, { $error: { name: 'a' } }]) {
      expect(valueFrom(json)).toEqual(json);
    }
  });

  it.each<[string, unknown]>([
    ['value[0] is undefined', [undefined]],
    ['value.a is NaN', { a: Number.NaN }],
    ['value.a[1]["b c"] is function', { a: [1, { 'b c': error.toString.bind(error) }] }],
    ['value.$a is no plain object ([object Date])', { $a: new Date(0) }],
  ])('should refuse with where it stands: %s', (message, value) => {
    expect(() => valueJson(value)).toThrow(new TypeError(message));
  });

  it('should refuse what holds itself, and not what is there twice', () => {
    const twice = { a: 1 };
    const round: Record<string, unknown> = {};
    round['a'] = [round];

    expect(valueJson([twice, twice])).toEqual([twice, twice]);
    expect(() => valueJson(round)).toThrow(new TypeError('value.a[0] holds itself'));
  });

  it('should search no list for a value, which would take time in proportion to its depth', () => {
    const searches = jest.spyOn(Array.prototype, 'includes');
    valueJson([[[[0, 1]]]]);
    const { length } = searches.mock.calls;
    searches.mockRestore();

    expect(length).toBe(0);
  });

  it('should know the lines that need no look', () => {
    expect(['{"$error":1}', '{"$$error":1}', '{"error":1}', '{"a":""}'].map(mayHoldErrors)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
