import { setImmediate } from 'node:timers/promises';
import { delay, map, type Observable, type Subscription, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { garbageCollector } from '../support/garbage-collector.ts';

/**
 * Times after which a subscriber unsubscribes, in ms: at once, during a list, during events, during a backoff, and
 * while the watch is idle.
 */
const stays = [0, 1, 5, 8, 20, 100, 333, 2_000];

/** Subscribes to an Observable, or starts an informer. The returned object ends the subscription or the informer. */
export type Visit = () => Pick<Subscription, 'unsubscribe'>;

/**
 * Subscribes and unsubscribes many times in virtual time. First, one subscription is open at a time. Then several
 * subscriptions are open at the same time.
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
    for (const stay of stays) stayFor(come, at, stay); // opens all subscriptions at the same time
    for (let nth = 0; nth < 50; nth++) stayFor(come, at + 3_000 + nth, 0);
    scheduler.schedule(() => {
      timers = scheduler.actions.length;
      scheduler.actions.length = 0; // a leaked timer could otherwise run without an end
    }, at + 6_000);
    return come;
  });
  return { timers, visit };
}

function stayFor(come: Visit, at: number, stay: number): void {
  const came$ = timer(at).pipe(map(() => come()));
  (stay === 0 ? came$ : came$.pipe(delay(stay))).subscribe((staying) => staying.unsubscribe());
}

/** Returns a function that subscribes to an Observable. */
export const subscribing =
  (values$: Observable<unknown>): Visit =>
  () =>
    values$.subscribe({ error: () => undefined });

/**
 * Runs garbage collections until at most `atMost` objects are in memory, but at most 20 times. One garbage collection
 * may miss objects.
 */
export async function collected(held: () => number, atMost: number): Promise<void> {
  const collectGarbage = garbageCollector();
  for (let turn = 0; turn < 2 || (turn < 20 && held() > atMost); turn++) {
    await setImmediate();
    collectGarbage();
  }
}
