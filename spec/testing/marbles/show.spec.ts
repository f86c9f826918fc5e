import { describe, expect, it } from '@jest/globals';
import { kubeObject } from 'rx-informer/testing';
import { show } from '../../../src/testing/marbles/show.ts';

const circle: { self?: unknown } = {};
circle.self = circle;
const change = { type: 'added', key: 'shop/web', cause: 'initial', object: kubeObject('shop/web') };

describe('show', () => {
  it.each<[unknown, string]>([
    ['a "b"', '"a \\"b\\""'],
    [new TypeError('no'), 'TypeError: no'],
    [undefined, 'undefined'],
    [null, 'null'],
    [
      function named() {
        return 1;
      },
      'function named',
    ],
    [12, '12'],
    [12n, '12'],
    [true, 'true'],
    [Symbol('s'), 'Symbol(s)'],
    [/a/u, '/a/u'],
    [{ a: [1] }, '{"a":[1]}'],
    [circle, 'an object that JSON cannot represent'],
    [{ n: 1n }, 'an object that JSON cannot represent'],
    [new Set(['a']), 'Set ["a"]'],
    [new Set(['a', 2]), 'Set ["a",2]'],
    [new DataView(new Uint8Array([1, 2]).buffer), 'DataView [1,2]'],
  ])('should print %p on one line', (value, line) => {
    expect(show(value)).toBe(line);
  });

  it('should cut a text longer than 160 characters', () => {
    expect(show('x'.repeat(158))).toBe(`"${'x'.repeat(158)}"`);
    expect(show('x'.repeat(159))).toBe(`"${'x'.repeat(159)}…`);
  });

  it.each([
    [change, 'added shop/web@1 initial'],
    [{ ...change, object: {} }, 'added shop/web initial'],
    [{ ...change, type: 'deleted', finalStateKnown: true }, 'deleted shop/web@1 initial'],
    [{ ...change, type: 'deleted', finalStateKnown: false }, 'deleted shop/web@1 initial unknown'],
  ])('should print a change by its type, key, version and cause: %j', (given, line) => {
    expect(show(given)).toBe(line);
  });

  it.each([
    { ...change, type: 1 },
    { ...change, type: 'moved' },
    { ...change, key: 1 },
    { ...change, cause: undefined },
    { ...change, object: null },
    { ...change, object: 'web' },
  ])('should print a value that is not a change as JSON: %j', (value) => {
    expect(show(value)).toBe(JSON.stringify(value));
  });

  it('should print an object by its kind, key and version', () => {
    const metadata = { name: 'web', resourceVersion: '7' };

    expect(show({ kind: 'Pod', metadata: { ...metadata, namespace: 'shop' } })).toBe('Pod shop/web@7');
    expect(show({ metadata })).toBe('object web@7');
    expect(show({ metadata: { name: 'web' } })).toBe('{"metadata":{"name":"web"}}');
    expect(show({ metadata: { resourceVersion: '7' } })).toBe('{"metadata":{"resourceVersion":"7"}}');
  });
});
