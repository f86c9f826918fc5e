import { afterEach, describe, expect, it } from '@jest/globals';
import { asyncScheduler, map, NEVER, of, timer } from 'rxjs';
import { reflect } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { at, modified, page } from './scenario.ts';

const clock = asyncScheduler.now;
afterEach(() => {
  asyncScheduler.now = clock;
});

describe('idleTimeout', () => {
  it('should not abort a watch while events arrive, without any bookmark (B41)', () => {
    const source = scriptedListerWatcher({
      list: [of(page('9'))],
      watch: [timer(5_000, 5_000).pipe(map((n) => modified(at('a', String(10 + n))))), NEVER],
    });
    const scheduler = marbles();
    scheduler.run(() => {
      const reflected = reflect(source, { streamingList: 'never', idleTimeout: 7_000 });
      const subscription = reflected.subscribe();
      scheduler.schedule(() => subscription.unsubscribe(), 60_000);
    });

    expect(source.requests.filter(({ verb }) => verb === 'watch')).toHaveLength(1);
  });

  // A timer of Node can fire 1 ms before the clock reaches the due time. In this spec, the clock reaches the
  // due time between two reads of the clock.
  it('should abort an idle watch each time, even if the clock moves on during a check (B41)', () => {
    const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [NEVER] });
    const scheduler = marbles();
    scheduler.run(() => {
      let readings = 0;
      asyncScheduler.now = () => (clock() === 7_000 && ++readings === 1 ? 6_999 : clock());
      const subscription = reflect(source, { streamingList: 'never', idleTimeout: 7_000 }).subscribe();
      scheduler.schedule(() => subscription.unsubscribe(), 14_500);
    });

    const watches = source.requests.filter(({ verb }) => verb === 'watch').map(({ at }) => at);
    expect(watches).toEqual([0, 7_001, 14_001]);
  });
});
