import { describe, it } from '@jest/globals';
import type { ReflectorStatus } from 'rx-informer';
import { withholdFirstStatuses } from '../../../src/cli/follow/withhold-first-statuses.ts';
import { marbles } from '../../support/marbles.ts';

type Notification = ReflectorStatus & { readonly hasSynced: boolean };

const listing = (received: number): Notification => ({
  phase: 'listing',
  since: 0,
  received,
  hasSynced: false,
});
const a = listing(0);
const b = listing(500);
const s: Notification = { phase: 'watching', since: 0, resourceVersion: '9', hasSynced: true };
const statuses = { a, b, s };

describe('heldBack', () => {
  it('should emit all statuses when the first list is complete', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  a-b-s----a-|', statuses);
      const expected = '----(abs)a-|';

      expectObservable(e1.pipe(withholdFirstStatuses())).toBe(expected, statuses);
    });
  });

  it('should emit statuses during a slow start', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('  a-b 997ms -----b-s|', statuses);
      const expected = '--- 997ms (ab)-b-s|';

      expectObservable(e1.pipe(withholdFirstStatuses())).toBe(expected, statuses);
    });
  });

  it('should emit no status of a start that fails quickly', () => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(hot('a-b-#', statuses).pipe(withholdFirstStatuses())).toBe('----#');
    });
  });

  it('should complete with an empty source, and stay silent with a silent source', () => {
    marbles().run(({ hot, expectObservable }) => {
      expectObservable(hot<Notification>('|').pipe(withholdFirstStatuses())).toBe('|');
      expectObservable(hot<Notification>('-').pipe(withholdFirstStatuses()), '^ 2s !').toBe('-');
    });
  });

  it('should unsubscribe from its source when it is unsubscribed', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('                        a---s', statuses);
      expectObservable(e1.pipe(withholdFirstStatuses()), ' ^-!').toBe('---');
      expectSubscriptions(e1.subscriptions).toBe('^-!');
    });
  });

  it('should buffer again for each subscriber', () => {
    marbles().run(({ cold, expectObservable }) => {
      const received$ = cold('a-s----|', statuses).pipe(withholdFirstStatuses());

      expectObservable(received$).toBe('--(as)-|', statuses);
      expectObservable(received$, '-----^').toBe('-------(as)-|', statuses);
    });
  });
});
