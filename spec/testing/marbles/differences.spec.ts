import { describe, expect, it } from '@jest/globals';
import { differences } from '../../../src/testing/marbles/differences.ts';

const bytes = (...given: readonly number[]): Uint8Array => new Uint8Array(given);

function circle(n = 1): object {
  const one: { n: number; self?: object } = { n };
  one.self = one;
  return one;
}

describe('differences', () => {
  it.each<[string, unknown, unknown]>([
    ['patterns', /a/u, /a/u],
    ['addresses', new URL('https://a/'), new URL('https://a/')],
    ['bytes', bytes(1, 2), bytes(1, 2)],
    ['buffers', bytes(1).buffer, bytes(1).buffer],
    ['dates', new Date(1), new Date(1)],
    ['maps', new Map([['a', { n: 1 }]]), new Map([['a', { n: 1 }]])],
    ['sets', new Set([1]), new Set([1])],
    [
      'instances of classes',
      new (class {
        readonly n = 1;
      })(),
      { n: 1 },
    ],
    ['objects without a prototype', Object.assign(Object.create(null) as object, { n: 1 }), { n: 1 }],
    ['absent members', { n: undefined }, {}],
    ['errors', new TypeError('a'), new TypeError('a')],
    ['sets of parameters', new URLSearchParams('a=1'), new URLSearchParams('a=1')],
    ['boxed values', [Object('a'), Object(1), Object(true)], [Object('a'), Object(1), Object(true)]],
    ['lists', [1, [2]], [1, [2]]],
    ['circles', circle(), circle()],
  ])('should find none between equal %s', (_what, received, expected) => {
    expect(differences(received, expected)).toEqual([]);
  });

  it.each<[unknown, unknown, string]>([
    [/a/u, /b/u, 'expected /b/u, received /a/u'],
    [/a/u, /a/iu, 'expected /a/iu, received /a/u'],
    [new URL('https://a/'), new URL('https://b/'), 'expected "https://b/", received "https://a/"'],
    [bytes(1), { 0: 1 }, 'expected {"0":1}, received Uint8Array [1]'],
    [bytes(1), [1], 'expected [1], received Uint8Array [1]'],
    [bytes(1), new Int8Array([1]), 'expected Int8Array [1], received Uint8Array [1]'],
    [bytes(1, 2), bytes(1, 3), '1: expected 3, received 2'],
    [bytes(1).buffer, bytes(2).buffer, '0: expected 2, received 1'],
    [new Set([1]), [1], 'expected [1], received Set [1]'],
    [new Map([['a', 1]]), {}, 'expected {}, received Map [["a",1]]'],
    [Promise.resolve(1), Promise.resolve(1), 'expected {}, received {}'],
    [new WeakMap(), new WeakMap(), 'expected {}, received {}'],
    [new WeakSet(), new WeakSet(), 'expected {}, received {}'],
    [new WeakRef(bytes(1)), new WeakRef(bytes(1)), 'expected {}, received {}'],
    [new TypeError('a'), new RangeError('a'), 'expected RangeError: a, received TypeError: a'],
    [new TypeError('a'), new TypeError('b'), 'message: expected "b", received "a"'],
    [new Date(1), new Date(2), 'expected "1970-01-01T00:00:00.002Z", received "1970-01-01T00:00:00.001Z"'],
    [new URLSearchParams('a=1'), new URLSearchParams('a=2'), 'expected {}, received {}'],
    [Object('a'), Object('b'), 'expected "b", received "a"'],
    [Object(1), Object(2), 'expected 2, received 1'],
    [Object(true), Object(false), 'expected false, received true'],
    [new Map([['a', { n: 1 }]]), new Map([['a', { n: 2 }]]), '"a".n: expected 2, received 1'],
    [new Set([1]), new Set([2]), '0: expected 2, received 1'],
    [{ message: 1 }, {}, 'message: expected undefined, received 1'],
    [Object.assign([], { 1: 1 }), [undefined, 1, undefined], 'length: expected 3, received 2'],
    [{ length: 1 }, { length: 2 }, 'length: expected 2, received 1'],
    [null, {}, 'expected {}, received null'],
    [{}, null, 'expected null, received {}'],
    [1, {}, 'expected {}, received 1'],
    [{}, 1, 'expected 1, received {}'],
    [circle(1), circle(2), 'n: expected 2, received 1'],
  ])('should distinguish %p from %p', (received, expected, difference) => {
    expect(differences(received, expected)).toEqual([difference]);
  });
});
