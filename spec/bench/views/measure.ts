/**
 * Measures one view over a number of objects, in a new process:
 *
 *     node --expose-gc measure.ts VIEW OBJECTS EVENTS
 *
 * The objects are in memory, and 13 events arrive in one task of the event loop, as from a server. The figures are the
 * costs of an event with and without the view in the same process, and the stall of the first build. If a view has not
 * the rows of the store at the end, the process reports no measurements.
 */
import process from 'node:process';
import { concat, of, Subject, type Subscription } from 'rxjs';
import { informer } from '../../../src/index.ts';
import type { ReflectorEvent } from '../../../src/reflector/index.ts';
import { eventCost } from '../children/event-cost.ts';
import { measured } from '../children/measured.ts';
import { printFigures } from '../children/print-figures.ts';
import { settled } from '../children/settled.ts';
import {
  indexers,
  type MeasuredView,
  ranked,
  type Ranked,
  type ViewName,
  views,
  windowRows,
} from './views.ts';

const [name = '', ...counts] = process.argv.slice(2);
const [objects = 1_000, events = 10_000] = counts.map(Number);
const view: MeasuredView = views[name as ViewName];
if (!Object.hasOwn(views, name))
  throw new Error(`no view ${name}; there are ${Object.keys(views).join(', ')}`);

const source = new Subject<ReflectorEvent<Ranked>>();
// In the list, the ranks have no order. The first objects have the lowest ranks.
const items = Array.from({ length: objects }, (_, at) => ranked(at, rankOf(at, 0), at + 1));
const list: ReflectorEvent<Ranked> = { type: 'REPLACED', items, resourceVersion: String(objects) };
const things = informer<Ranked, 'group'>(concat(of(list), source), { indexers });
const ranks = items.map(({ spec }) => spec.rank);

/** An object of the window keeps its rank. Any other object gets a random rank outside the window. */
function rankOf(at: number, event: number): number {
  if (at < windowRows) return at;
  return 2 * windowRows + ((Math.imul(at + 1, 7_919 + event * 31) >>> 0) % (10 * objects));
}

let received = 0;
things.store.batches$.subscribe((batch) => {
  for (const { cause } of batch) received += Number(cause === 'watch');
});
await settled();
if (things.store.size !== objects) throw new Error(`void: ${things.store.size} objects`);

const [from, to] = view.changed(objects);
let sent = 0;

/** Sends all events several times. Returns the CPU time of an event on the main thread, in µs. */
const passes = (): Promise<number> =>
  eventCost<ReflectorEvent<Ranked>>({
    make: () => {
      const batch = Array.from({ length: events }, (_, nth): ReflectorEvent<Ranked> => {
        const event = sent + nth;
        const at = from + ((Math.imul(event, 7_919) >>> 0) % (to - from));
        const rank = rankOf(at, view.moves === true ? event : 0);
        ranks[at] = rank;
        return { type: 'MODIFIED', object: ranked(at, rank, objects + event + 1) };
      });
      sent += events;
      return batch;
    },
    send: (event) => source.next(event),
    isReceived: () => received >= sent,
  });

const without = await passes();
const running: Subscription[] = [];
let emissions = 0;
let newest: unknown;
const build = await measured(async () => {
  for (const values$ of view.open(things)) {
    running.push(
      values$.subscribe((value) => {
        emissions += 1;
        newest = value;
      }),
    );
  }
  await settled();
});
const built = emissions;
const event = await passes();
await settled();

const rows = (newest as { readonly rows?: readonly Ranked[] } | undefined)?.rows;
const wanted = ranks.toSorted((a, b) => a - b).slice(0, windowRows);
if (rows !== undefined && rows.map(({ spec }) => spec.rank).join() !== wanted.join())
  throw new Error(`void: the window has the ranks ${rows.map(({ spec }) => spec.rank).join()}`);
if (built !== running.length) throw new Error(`void: ${built} emissions after the subscription`);
for (const one of running) one.unsubscribe();

printFigures({
  event,
  added: event - without,
  emissions: (emissions - built) / (sent / 2),
  stall: build.stall,
  task: build.task,
});
