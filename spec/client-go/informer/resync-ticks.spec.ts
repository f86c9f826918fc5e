import { describe, it } from '@jest/globals';
import { map, type Observable, take } from 'rxjs';
import type { ReflectorStatus } from 'rx-informer';
import { resyncTicks } from '../../../src/client-go/informer/resync-ticks.ts';
import { marbles } from '../../support/marbles.ts';

const statuses: Readonly<Record<string, ReflectorStatus>> = {
  l: { phase: 'listing', since: 0, received: 0 },
  w: { phase: 'watching', since: 0, resourceVersion: '9' },
  r: { phase: 'watching', since: 5, resourceVersion: '12' },
};
const ticking = (status$: Observable<ReflectorStatus>, period: number): Observable<string> =>
  resyncTicks(status$, period).pipe(map(() => 't'));

describe('resyncTicks', () => {
  it('should tick while the reflector watches, and restart the period after each list', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('   l-w--------l-w----|', statuses);
      const expected = ' ------t---t------t---t';

      expectObservable(ticking(e1, 4), '^---------------------!').toBe(expected);
    });
  });

  it('should not restart the period when a watch is opened again', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('   w--r-------', statuses);
      const expected = ' ----t---t--';

      expectObservable(ticking(e1, 4), '^----------!').toBe(expected);
    });
  });

  it('should set no timer and not subscribe with a period of 0 (B46)', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('   l-w-', statuses);
      const expected = ' |';

      // `take(1)` is necessary, because a timer of 0 ms would emit without an end in one frame. One value is enough to
      // fail the test.
      expectObservable(ticking(e1, 0).pipe(take(1))).toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe([]);
    });
  });

  it('should stop when it is unsubscribed', () => {
    marbles().run(({ hot, expectObservable, expectSubscriptions }) => {
      const e1 = hot('   w----------', statuses);
      const e1subs = '   ^----!';
      const expected = ' ----t';

      expectObservable(ticking(e1, 4), '^----!').toBe(expected);
      expectSubscriptions(e1.subscriptions).toBe(e1subs);
    });
  });

  it('should emit the error of its source', () => {
    marbles().run(({ hot, expectObservable }) => {
      const e1 = hot('   w-----#', statuses);
      const expected = ' ----t-#';

      expectObservable(ticking(e1, 4)).toBe(expected);
    });
  });
});
