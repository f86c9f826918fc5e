import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { of } from 'rxjs';
import { isThenable } from '../../src/objects/index.ts';

describe('isThenable', () => {
  it.each<[string, unknown]>([
    ['a promise', Promise.resolve()],
    ['a promise of another realm', runInNewContext('Promise.resolve()')],
    ['what has a then', { then: () => undefined }],
    ['a function that has one', Object.assign(() => undefined, { then: () => undefined })],
  ])('should know %s', (_, thing) => {
    expect(isThenable(thing)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a number', 1],
    ['a then that is no function', { then: 1 }],
    ['an observable', of(1)],
  ])('should not take %s for one', (_, thing) => {
    expect(isThenable(thing)).toBe(false);
  });
});
