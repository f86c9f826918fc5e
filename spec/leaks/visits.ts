import { setImmediate } from 'node:timers/promises';
import { delay, map, type Observable, type Subscription, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { garbageCollector } from '../support/garbage-collector.ts';

/**
 * The times in ms after which a subscriber unsubscribes: at once, during a list, events or a backoff, and when idle.
 */
const stays = [0, 1, 5, 8, 20, 100, 333, 2_000];

/** Subscribes, or starts an informer by hand. The returned object ends it. */
export type Visit = () => Pick<Subscription, 'unsubscribe'>;

/**
 * Subscribes and unsubscribes many times, one at a time and several at once, in virtual time.
 *
 * @returns the number of timers that are still set after the last unsubscribe
 */
export function visited(make: () => Visit): { readonly timers: number; readonly visit: Visit } {
  const scheduler = new TestScheduler(() => undefined);
  let timers = -1;
  const visit = scheduler.run(() => {
    const come = make();
    let at = 1;
    for (let round = 0; round < 2; round++) {
      for (const stay of stays) {
        stayFor(come, at, stay);
        at += stay + 1;
      }
    }
    for (const stay of stays) stayFor(come, at, stay); // all at once
    for (let nth = 0; nth < 50; nth++) stayFor(come, at + 3_000 + nth, 0);
    scheduler.schedule(() => {
      timers = scheduler.actions.length;
      scheduler.actions.length = 0; // else a leaked timer could run for ever
    }, at + 6_000);
    return come;
  });
  return { timers, visit };
}

function stayFor(come: Visit, at: number, stay: number): void {
  const came$ = timer(at).pipe(map(() => come()));
  (stay === 0 ? came$ : came$.pipe(delay(stay))).subscribe((staying) => staying.unsubscribe());
}

/** The visit of an observable. */
export const subscribing =
  (values$: Observable<unknown>): Visit =>
  () =>
    values$.subscribe({ error: () => undefined });

/**
 * Runs full garbage collections until at most `atMost` objects are in memory, or 20 times. One collection may miss
 * objects.
 */
export async function collected(held: () => number, atMost: number): Promise<void> {
  const collectGarbage = garbageCollector();
  for (let turn = 0; turn < 2 || (turn < 20 && held() > atMost); turn++) {
    await setImmediate();
    collectGarbage();
  }
}
