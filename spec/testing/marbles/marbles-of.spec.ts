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
    'should draw letters as they were: %s',
    (marbles) => {
      expect(drawn(marbles)).toBe(marbles.replaceAll(' ', ''));
    },
  );

  it('should write a long time as a number', () => {
    expect(drawn('a 999ms b 2s c')).toBe('a 999ms b 2000ms c');
    expect(drawn('1m a|')).toBe('60000ms a|');
  });

  it('should say what its letters stand for, equal values by one', () => {
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

  it('should take the letters of a dictionary, and give others to what is not in it', () => {
    const values = { x: { n: 1 }, y: { n: 2 } };

    expect(drawn('-x-y', values, { a: { n: 2 } })).toBe('-b-a\nb = {"n":1}');
    expect(drawn('-x-y', values, values)).toBe('-x-y');
  });

  it('should tell the error', () => {
    const error = new StatusError({ code: 410, reason: 'Expired', message: 'too old' });

    expect(drawn('-#', undefined, undefined, error)).toBe('-#\n# = StatusError: too old');
  });

  it('should put the time before what comes so soon that the syntax has no place for it', () => {
    const seen = marbleScheduler().run(({ cold, hot }) => {
      const fast = hot('-----c');
      return emissionsOf(merge(cold('--(ab)'), fast));
    });

    expect(marblesOf(seen)).toBe('--(ab) [5ms]c');
  });

  it('should go on when there are more values than letters', () => {
    const values = Array.from({ length: 60 }, (_none, at) => ({ at }));
    const seen = marbleScheduler().run(() => emissionsOf(from(values)));

    expect(marblesOf(seen).split('\n')[0]).toBe(
      '(abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ????????|)',
    );
  });

  it('should draw what can be read again', () => {
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

  it('should refuse what was not recorded', () => {
    expect(() => marblesOf('--a' as never)).toThrow(OptionsError);
  });
});
