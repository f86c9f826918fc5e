import { describe, expect, it } from '@jest/globals';
import { take } from 'rxjs';
import { OptionsError } from '../../src/objects/index.ts';
import { pageVisible } from '../../src/fetch/index.ts';
import { fakePage } from '../support/fake-page.ts';
import { marbles } from '../support/marbles.ts';

const values = { t: true, f: false };

describe('pageVisible', () => {
  describe('in a page', () => {
    const page = fakePage();
    const expectGate = (happens: string, expected: string, start: typeof page.state = 'visible'): void => {
      page.state = start;
      marbles().run(({ hot, expectObservable }) => {
        hot(happens).subscribe((letter) => page.happenings[letter]?.());
        expectObservable(pageVisible(5), `^ 30ms !`).toBe(expected, values);
      });
    };

    it('should be true while the page is visible', () => {
      expectGate('----------', 't');
    });

    it('should be false once the page was hidden for a while, and true when it is visible again', () => {
      expectGate('--h---------s', 't------f----t');
    });

    it('should ignore that a page is hidden for a short time', () => {
      expectGate('--h--s---h--s--', 't');
    });

    it('should be true at first and then false in a page that starts hidden', () => {
      expectGate('----------', 't----f', 'hidden');
    });

    it('should be false when the page is frozen, and true when it is resumed and visible', () => {
      expectGate('--z----r', 't-f----t');
    });

    it('should stay false when the page is resumed but not visible', () => {
      expectGate('-h----z--r-------s', 't-----f----------t');
    });

    it('should be false after pagehide, and true when the page is restored', () => {
      expectGate('--a----b', 't-f----t');
    });

    it('should emit false, then true, when the browser is online again, to restart old streams', () => {
      expectGate('---o', 't--(ft)');
    });

    it('should not wake a hidden page that is online again', () => {
      expectGate('-h--o--o---', 't-----f', 'visible');
    });

    it('should wait 60 s by default', () => {
      page.state = 'hidden';
      marbles().run(({ expectObservable }) => {
        expectObservable(pageVisible(), '^ 70s !').toBe('t 59999ms f', values);
      });
    });

    it('should remove all listeners', () => {
      const subscription = pageVisible().subscribe();
      expect(page.listeners).toBeGreaterThan(0);

      subscription.unsubscribe();

      expect(page.listeners).toBe(0);
    });

    it('should start again for each subscription', () => {
      const seen: boolean[] = [];

      pageVisible()
        .pipe(take(1))
        .subscribe((value) => seen.push(value));
      pageVisible()
        .pipe(take(1))
        .subscribe((value) => seen.push(value));

      expect(seen).toEqual([true, true]);
      expect(page.listeners).toBe(0);
    });
  });

  it('should be true without a page, and not complete', () => {
    marbles().run(({ expectObservable }) => {
      expectObservable(pageVisible()).toBe('t', values);
    });
  });

  it.each([-1, 2 ** 31, NaN, '60' as unknown as number])('should refuse the time %p', (after) => {
    expect(() => pageVisible(after)).toThrow(OptionsError);
  });
});
