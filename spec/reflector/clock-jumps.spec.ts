import { describe, expect, it } from '@jest/globals';
import { concat, defer, map, NEVER, type Observable, of, take, timer } from 'rxjs';
import { reflect, type ReflectOptions, type WatchEvent, type KubeObject } from 'rx-informer';
import { scriptedListerWatcher } from 'rx-informer/testing';
import { marbles } from '../support/marbles.ts';
import { movableClock } from '../support/movable-clock.ts';
import { bookmark, page } from './scenario.ts';

const setClock = movableClock();
const minute = 60_000;
const hour = 60 * minute;

interface Scene {
  readonly watch: Observable<WatchEvent<KubeObject>>;
  readonly options?: ReflectOptions;
  /** At the time `when`, the test sets the clock ahead by `by` ms. The run ends at the time `end`. */
  readonly when: number;
  readonly by: number;
  readonly end: number;
}

/**
 * Runs a reflector. Each of its watches receives the same events. Returns the times of the watch requests. Timers
 * measure these times, so the clock jump does not change the result.
 */
function requestedAt({ watch, options, when, by, end }: Scene): readonly number[] {
  const requested: number[] = [];
  const scheduler = marbles();
  const counted = defer(() => {
    requested.push(scheduler.now());
    return watch;
  });
  const source = scriptedListerWatcher({ list: [of(page('9'))], watch: [counted] });
  scheduler.run(() => {
    const reflected = reflect(source, { streamingList: 'never', random: () => 0, ...options });
    const subscription = reflected.subscribe();
    scheduler.schedule(() => setClock(by), when);
    scheduler.schedule(() => subscription.unsubscribe(), end);
  });
  return requested;
}

/** Emits `count` bookmarks, one each minute. Then emits nothing. */
const bookmarks = (count: number): Observable<WatchEvent<KubeObject>> =>
  concat(
    timer(minute, minute).pipe(
      take(count),
      map((n) => bookmark(String(10 + n))),
    ),
    NEVER,
  );

describe.each([
  ['back', -hour],
  ['a little back', -2 * minute],
  ['forward', hour],
])('a clock jump %s', (_, by) => {
  it('should not keep a watch open beyond its timeout', () => {
    const requested = requestedAt({ watch: NEVER, when: minute, by, end: 30 * minute });

    // A watch ends after 5.5 minutes. If the clock jumps back by less than this time, the watch may last twice as
    // long.
    expect(requested[1]).toBeLessThanOrEqual(11 * minute);
    expect(requested[2]).toBeLessThanOrEqual((requested[1] ?? 0) + 5.5 * minute);
  });

  it('should not extend the idle time that the intervals of the bookmarks allow', () => {
    const options = { watchTimeout: 10 * hour };
    const requested = requestedAt({
      watch: bookmarks(10),
      options,
      when: 10.5 * minute,
      by,
      end: 30 * minute,
    });

    expect(requested[1]).toBeLessThanOrEqual(15 * minute);
  });

  it('should not count as an interval between two bookmarks', () => {
    const options = { watchTimeout: 10 * hour };
    const requested = requestedAt({
      watch: bookmarks(10),
      options,
      when: 1.5 * minute,
      by,
      end: 60 * minute,
    });
    const last = requested.filter((time) => time < 40 * minute).at(-1) ?? 0;

    // A watch lasts at most 12.5 minutes: 10 minutes with bookmarks and 2.5 idle minutes. The clock jump may cause one
    // additional watch.
    expect(requested.find((time) => time > last)).toBeLessThanOrEqual(last + 13 * minute);
  });

  it('should not extend the idle time beyond idleTimeout', () => {
    const options = { idleTimeout: 3 * minute };
    const requested = requestedAt({ watch: NEVER, options, when: minute, by, end: 30 * minute });

    expect(requested[1]).toBeLessThanOrEqual(6 * minute);
  });
});
