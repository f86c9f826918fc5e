import { describe, it } from '@jest/globals';
import type { ReflectorStatus } from 'rx-informer';
import { heldBack } from '../../../src/cli/follow/held-back.ts';
import { marbles } from '../../support/marbles.ts';

type Told = ReflectorStatus & { readonly hasSynced: boolean };

const listing = (received: number): Told => ({ phase: 'listing', since: 0, received, hasSynced: false });
const a = listing(0);
const b = listing(500);
const s: Told = { phase: 'watching', since: 0, resourceVersion: '9', hasSynced: true };
const statuses = { a, b, s };

describe('heldBack', () => {
  it('should tell all at once when the first list is complete', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  a-b-s----a-|', statuses);
      const expected = '----(abs)a-|';

      expectObservable(e1.pipe(heldBack())).toBe(expected, statuses);
    });
  });

  it('should tell how it goes when the start takes its time', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  a-b 997ms -----b-s|', statuses);
      const expected = '--- 997ms (ab)-b-s|';

      expectObservable(e1.pipe(heldBack())).toBe(expected, statuses);
    });
  });

  it('should say nothing of a start that fails at once', () => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(hot('a-b-#', statuses).pipe(heldBack())).toBe('----#');
    });
  });

  it('should do nothing with an empty source, and with one that never speaks', () => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(hot<Told>('|').pipe(heldBack())).toBe('|');
      expectObservable(hot<Told>('-').pipe(heldBack()), '^ 2s !').toBe('-');
    });
  });

  it('should leave nothing behind when it is unsubscribed', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('                        a---s', statuses);
      expectObservable(e1.pipe(heldBack()), ' ^-!').toBe('---');
      expectSubscriptions(e1.subscriptions).toBe('^-!');
    });
  });

  it('should hold back anew for each subscriber', () => {
    marbles().run(({ cold, expectObservable }) => {
      const told$ = cold('a-s----|', statuses).pipe(heldBack());

      expectObservable(told$).toBe('--(as)-|', statuses);
      expectObservable(told$, '-----^').toBe('-------(as)-|', statuses);
    });
  });
});
