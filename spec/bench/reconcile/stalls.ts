import { setTimeout } from 'node:timers/promises';
import { Listener } from '../children/listener.ts';
import { measured } from '../children/measured.ts';
import { Tally } from '../children/tally.ts';
import { quantile } from '../driver/quantile.ts';
import { sinceStamp } from '../server/stamp.ts';
import { variants } from '../variants/index.ts';
import { pacedEvents, runMilliseconds, secondTime, watchedObjects } from './measures.ts';
import { compute, objectsOf, start } from './running.ts';

/**
 * Measures how long the runs block the event loop and delay a watch. All keys are due at once, and this happens twice.
 * The first time, one task requests all keys. Each of these runs asks for a second run, and all second runs are due at
 * the same time. Meanwhile an informer receives 1,000 events per second from a server in another process. The delay of
 * an event is the time from its write to its handler.
 *
 * @throws Error if a key does not run exactly twice, or if an event is not delivered exactly once
 */
export async function stalls(keys: number, server: string): Promise<Readonly<Record<string, number>>> {
  const paced = pacedEvents(keys);
  const tally = new Tally(watchedObjects + paced);
  const listener = new Listener(tally);
  const variant = await variants['informer, client-node']?.();
  await variant?.start({ server, resource: 'leases' }, listener.receive);
  await listener.until(watchedObjects);

  const delays: { readonly sent: number; readonly delay: number }[] = [];
  listener.look = (object) => {
    const delay = sinceStamp(object) / 1_000;
    delays.push({ sent: performance.now() - delay, delay });
  };
  await fetch(`${server}/pace`);
  await listener.until(watchedObjects + 1);

  const objects = objectsOf(keys);
  const again = performance.now() + secondTime(keys);
  let runs = 0;
  const running = start(() => {
    compute(runMilliseconds);
    runs++;
    return runs > keys ? undefined : { requeueAfter: Math.max(1, again - performance.now()) };
  });
  const requestedAt = performance.now();
  const requested = await measured(() => {
    running.request(objects);
    return running.until(keys);
  });
  await setTimeout(again - performance.now() - 20);
  const dueAt = performance.now();
  const due = await measured(() => running.until(2 * keys));
  const endedAt = performance.now();
  await listener.until(watchedObjects + paced);
  tally.checkOnce('events', 1, watchedObjects + paced);

  const during = (from: number, to: number): readonly number[] =>
    delays.filter(({ sent }) => sent >= from && sent <= to).map(({ delay }) => delay);
  return {
    requestedStall: requested.stall,
    requestedTask: requested.task,
    requestedLag: quantile(during(requestedAt, requestedAt + requested.wall), 0.99),
    dueStall: due.stall,
    dueTask: due.task,
    dueLag: quantile(during(dueAt, endedAt), 0.99),
    runsOfStalls: runs,
  };
}
