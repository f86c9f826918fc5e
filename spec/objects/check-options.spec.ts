import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { OptionsError } from 'rx-informer';
import {
  aBoolean,
  aFunction,
  anAbortSignal,
  anObject,
  anObservable,
  anObserver,
  aString,
  checkArgument,
  checkOptions,
  finite,
  integer,
  isThenable,
  milliseconds,
  oneOf,
  type Rule,
} from '../../src/objects/index.ts';
import { runInNewContext } from 'node:vm';

const thrownBy = (call: () => void): OptionsError => {
  try {
    call();
  } catch (error) {
    if (error instanceof OptionsError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

describe('checkOptions', () => {
  const rules = { size: integer(1), token: { ...aString, secret: true } };

  it.each([undefined, {}, { size: 3 }, { size: undefined }])('should accept %j', (options) => {
    expect(() => checkOptions('make', options, rules)).not.toThrow();
  });

  it('should name the option, the given value and the allowed values', () => {
    const error = thrownBy(() => checkOptions('make', { size: 0 }, rules));

    expect(error).toMatchObject({ option: 'make: size', given: 0, allowed: 'a whole number, 1 or more' });
    expect(error.message).toBe('make: size must be a whole number, 1 or more, not 0');
  });

  it.each(['sise', 'constructor', '__proto__'])('should refuse an unknown option: %s', (name) => {
    const options = JSON.parse(`{"${name}":"hunter2"}`) as object;
    const error = thrownBy(() => checkOptions('make', options, rules));

    expect(error.message).toBe(
      `make: unknown option '${name}'; ${name === 'sise' ? "did you mean 'size'?" : 'allowed: size, token'}`,
    );
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  it.each([
    ['pagesize', 'pageSize'],
    ['pageSizes', 'pageSize'],
    ['pageze', 'pageSize'],
    ['pageSzie', 'pageSize'],
    ['pageS', undefined],
    ['aabbSize', undefined],
    ['xpageSizex', undefined],
    ['b', undefined],
    ['a', 'A'],
  ])('should suggest for %s the similar option: %s', (name, meant) => {
    const names = { pageSize: integer(1), A: integer(1) };
    const { message, option, allowed, advice } = thrownBy(() => checkOptions('make', { [name]: 1 }, names));

    expect(option).toBe(`make: ${name}`);
    expect(allowed).toBe('pageSize, A');
    expect(message).toBe(
      `make: unknown option '${name}'; ${meant === undefined ? 'allowed: pageSize, A' : `did you mean '${meant}'?`}`,
    );
    expect(advice).toBe(
      meant === undefined ? `leave '${name}' out; allowed: pageSize, A` : `write '${meant}'`,
    );
  });

  it('should not keep the value of an option that may be a secret', () => {
    const error = thrownBy(() => checkOptions('make', { token: 12345 }, rules));

    expect(JSON.stringify([error, error.message])).not.toContain('12345');
  });

  it('should refuse an AbortSignal in place of the options, and list the allowed options', () => {
    const signal = thrownBy(() => checkOptions('make', AbortSignal.timeout(1), rules));

    expect(signal.message).toBe('make: options must be an object with size, token, not an object');
  });

  it.each([null, 5, 'x', []])('should refuse options that are not an object: %j', (options) => {
    expect(thrownBy(() => checkOptions('make', options, rules)).option).toBe('make: options');
  });
});

describe('checkArgument', () => {
  it('should refuse an absent argument', () => {
    expect(thrownBy(() => checkArgument('make', undefined, aString)).message).toBe(
      'make must be a string, not undefined',
    );
  });

  it('should report that a secret argument is absent', () => {
    expect(thrownBy(() => checkArgument('make', undefined, { ...aString, secret: true })).message).toBe(
      'make must be a string, not undefined',
    );
  });

  it('should accept a valid argument and not keep a secret one', () => {
    expect(() => checkArgument('make', 'x', aString)).not.toThrow();
    expect(thrownBy(() => checkArgument('make', 12345, { ...aString, secret: true })).message).not.toContain(
      '12345',
    );
  });
});

const rules: readonly (readonly [
  name: string,
  allowed: string,
  rule: Rule,
  right: readonly unknown[],
  wrong: readonly unknown[],
])[] = [
  ['integer(2)', 'a whole number, 2 or more', integer(2), [2, 3], [1, 2.5, NaN, Infinity, '2', 2n, null]],
  [
    'milliseconds(1)',
    'a time in ms from 1 to 2147483647',
    milliseconds(1),
    [1, 1.5, 2 ** 31 - 1],
    [0, 2 ** 31, NaN, Infinity, '5', null],
  ],
  ['finite(0)', 'a number, 0 or more', finite(0), [0, 0.5], [-0.1, Infinity, NaN, '0', null]],
  ["oneOf('a', 'b')", "'a' or 'b'", oneOf('a', 'b'), ['a', 'b'], ['c', '', 0, null]],
  ['aBoolean', 'true or false', aBoolean, [true, false], [0, 'true', null]],
  ['aString', 'a string', aString, ['', 'a'], [0, null, ['a']]],
  ['aFunction', 'a function', aFunction, [() => 1, String], [{}, null, 'f']],
  ['anObject', 'an object', anObject, [{}, new Map()], [[], null, 'o', () => 1]],
  [
    'anObservable',
    'an Observable',
    anObservable,
    [of(1), { subscribe: () => 1 }],
    [{}, null, undefined, () => of(1)],
  ],
  [
    'anObserver',
    'an observer: { next?, error?, complete? }',
    anObserver,
    [{}, { next: () => 1 }],
    [null, [], 5],
  ],
  [
    'anAbortSignal',
    'an AbortSignal',
    anAbortSignal,
    [AbortSignal.abort(), { aborted: false, addEventListener: () => 1 }],
    [{ aborted: false }, { addEventListener: () => 1 }, { aborted: 1, addEventListener: () => 1 }, null],
  ],
];

describe.each(rules)('%s', (_name, allowed, rule, right, wrong) => {
  it('should describe the allowed values', () => {
    expect(rule.allowed).toBe(allowed);
  });

  it('should accept valid values and refuse invalid ones', () => {
    expect(right.filter((given) => !rule.test(given))).toEqual([]);
    expect(wrong.filter((given) => rule.test(given))).toEqual([]);
  });
});

describe('isThenable', () => {
  it.each<[string, unknown]>([
    ['a promise', Promise.resolve()],
    ['a promise of another realm', runInNewContext('Promise.resolve()')],
    ['an object with a method then', { then: () => undefined }],
    ['a function with a method then', Object.assign(() => undefined, { then: () => undefined })],
  ])('should recognise %s', (_, thing) => {
    expect(isThenable(thing)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['a then that is not a function', { then: 1 }],
    ['an observable', of(1)],
  ])('should not recognise %s', (_, thing) => {
    expect(isThenable(thing)).toBe(false);
  });
});
