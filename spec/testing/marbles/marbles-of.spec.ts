import { describe, expect, it } from '@jest/globals';
import { from, merge } from 'rxjs';
import { OptionsError, StatusError } from 'rx-informer';
import { assertMarbles, emissionsOf, kubeObject, marbleScheduler, marblesOf } from 'rx-informer/testing';
import { fc } from '../../support/properties.ts';

const drawn = (
  marbles: string,
  values?: Record<string, unknown>,
  dictionary?: Record<string, unknown>,
  error?: unknown,
): string =>
  marblesOf(
    marbleScheduler().run(({ cold }) => emissionsOf(cold(marbles, values, error))),
    dictionary,
  );

describe('marblesOf', () => {
  it.each(['--a-b|', 'a', '', '|', '(ab)-c', '(a|)', '-a-a-b', '----- ----- ----- ----- a', '(abc)d'])(
    'should draw the original letters: %s',
    (marbles) => {
      expect(drawn(marbles)).toBe(marbles.replaceAll(' ', ''));
    },
  );

  it('should write a long time as a number', () => {
    expect(drawn('a 999ms b 2s c')).toBe('a 999ms b 2000ms c');
    expect(drawn('1m a|')).toBe('60000ms a|');
  });

  it('should return the values of its letters, equal values with one letter', () => {
    const web = kubeObject('shop/web', { kind: 'Pod' });

    expect(
      drawn('abc-d-e|', {
        a: { type: 'added', key: 'shop/web', object: web, cause: 'initial' },
        b: web,
        c: { ...web },
        d: 12,
        e: 'a word',
      }),
    ).toBe('abb-c-d|\na = added shop/web@1 initial\nb = Pod shop/web@1\nc = 12\nd = "a word"');
  });

  it('should use the letters of a dictionary, and others for unknown values', () => {
    const values = { x: { n: 1 }, y: { n: 2 } };

    expect(drawn('-x-y', values, { a: { n: 2 } })).toBe('-b-a\nb = {"n":1}');
    expect(drawn('-x-y', values, values)).toBe('-x-y');
  });

  it('should return the error', () => {
    const error = new StatusError({ code: 410, reason: 'Expired', message: 'too old' });

    expect(drawn('-#', undefined, undefined, error)).toBe('-#\n# = StatusError: too old');
  });

  it('should put the time first when values follow too closely for the syntax', () => {
    const seen = marbleScheduler().run(({ cold, hot }) => {
      const fast = hot('-----c');
      return emissionsOf(merge(cold('--(ab)'), fast));
    });

    expect(marblesOf(seen)).toBe('--(ab) [5ms]c');
  });

  it('should continue if there are more values than letters', () => {
    const values = Array.from({ length: 60 }, (_none, at) => ({ at }));
    const seen = marbleScheduler().run(() => emissionsOf(from(values)));

    expect(marblesOf(seen).split('\n')[0]).toBe(
      '(abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ????????|)',
    );
  });

  it('should draw a diagram that can be parsed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom('a', 'b', '(ab)', '(bca)'))),
        (parts) => {
          const marbles = parts.map(([gap, letters]) => `${gap}ms ${letters} `).join('');
          const seen = marbleScheduler().run(({ cold }) => emissionsOf(cold(marbles)));
          expect(() => assertMarbles(seen, marblesOf(seen))).not.toThrow();
        },
      ),
    );
  });

  it('should refuse an invalid recording', () => {
    expect(() => marblesOf('--a' as never)).toThrow(OptionsError);
  });
});
