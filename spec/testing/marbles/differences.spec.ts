import { describe, expect, it } from '@jest/globals';
import { differences } from '../../../src/testing/marbles/differences.ts';

const bytes = (...given: readonly number[]): Uint8Array => new Uint8Array(given);

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
  ])('should find none between the same %s', (_what, received, expected) => {
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
  ])('should tell %p from %p', (received, expected, told) => {
    expect(differences(received, expected)).toEqual([told]);
  });
});
