import { setImmediate } from 'node:timers/promises';
import { delay, map, type Observable, type Subscription, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { garbageCollector } from '../support/garbage-collector.ts';

/** After how long a subscriber leaves, ms: at once, amid a list, amid events, amid a backoff, when all is quiet. */
const stays = [0, 1, 5, 8, 20, 100, 333, 2_000];

/** Somebody who comes and goes: subscribes, or starts something by hand, and ends it by what is given back. */
export type Visit = () => Pick<Subscription, 'unsubscribe'>;

/**
 * Subscribes and leaves, again and again, alone and several at once, in virtual time.
 *
 * @returns timers that are set when the last has left
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
      scheduler.actions.length = 0; // or one that was left behind would go on for ever
    }, at + 6_000);
    return come;
  });
  return { timers, visit };
}

function stayFor(come: Visit, at: number, stay: number): void {
  const came$ = timer(at).pipe(map(() => come()));
  (stay === 0 ? came$ : came$.pipe(delay(stay))).subscribe((staying) => staying.unsubscribe());
}

/** What visits an observable. */
export const subscribing =
  (values$: Observable<unknown>): Visit =>
  () =>
    values$.subscribe({ error: () => undefined });

/**
 * Full collections, after which a WeakRef knows what is gone: until no more than that is held, for one is not bound to find
 * all, or some times in vain.
 */
export async function collected(held: () => number, atMost: number): Promise<void> {
  const collectGarbage = garbageCollector();
  for (let turn = 0; turn < 2 || (turn < 20 && held() > atMost); turn++) {
    await setImmediate();
    collectGarbage();
  }
}
