import { interval, merge, tap, timer } from 'rxjs';
import { TestScheduler } from 'rxjs/testing';
import { type FailureClass, informer, listWatch, processorListener, query } from 'rx-informer';
import { chance } from './chance.ts';
import { Collection, type SoakPod } from './collection.ts';
import { type Counts, Ledger } from './ledger.ts';
import { Mirror } from './mirror.ts';
import { SoakServer } from './soak-server.ts';
import { bursts, rotating, serverFaults } from './server-faults.ts';

/** The duration and the size of a soak test. */
export interface SoakPlan {
  readonly days: number;
  readonly changes: number;
  readonly keys: number;
  readonly seed: number;
  /** Called at the end of each day of virtual time. */
  readonly onDay?: (day: number) => void;
}

/** The result of a soak test. */
export interface SoakResult {
  readonly server: SoakServer;
  readonly collection: Collection;
  readonly ledger: Ledger;
  readonly handler: Mirror;
  readonly conflating: Mirror;
  /** The objects of the subscriber that has a resync every half day. */
  readonly resynced: Mirror;
  /** Number of calls of the handler, by type of change. */
  readonly handled: Counts;
  /** The last metrics of the subscriber whose buffer conflates changes. */
  readonly metrics: { conflated: number; pending: number };
  readonly failures: ReadonlyMap<FailureClass, number>;
  readonly stored: readonly SoakPod[];
  readonly indexed: readonly SoakPod[];
  readonly view: readonly SoakPod[];
  /** Number of timers that are still set after the last unsubscribe. */
  readonly timers: number;
  readonly informer: WeakRef<object>;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const quiet = 20 * minute;

/**
 * Simulates days of a collection with many changes and faults: watches that end by their timeout, a compaction every
 * five minutes, and a new token every hour. Connections are reset, and every six hours an outage lasts longer than the
 * history. In the second half, the server has no streaming lists.
 */
export function soak({ days, changes, keys, seed, onDay }: SoakPlan): SoakResult {
  const random = chance(seed);
  const collection = new Collection(keys, random);
  const ledger = new Ledger();
  const server = new SoakServer(collection, ledger);
  const end = days * day;

  const handler = new Mirror();
  const conflating = new Mirror();
  const resynced = new Mirror();
  const handled: Counts = { added: 0, updated: 0, deleted: 0 };
  const metrics = { conflated: 0, pending: 0 };
  const failures = new Map<FailureClass, number>();
  let view: readonly SoakPod[] = [];
  let timers = -1;

  const scheduler = new TestScheduler(() => undefined);
  const pods = scheduler.run(() => {
    const pods = informer(listWatch<SoakPod>(rotating(server), podsOf), {
      resetDelay: 0,
      indexers: { node: ({ spec }) => [spec.nodeName] },
      reflect: { random },
    });
    const listener = processorListener<SoakPod>({
      onAdd: () => handled.added++,
      onUpdate: (old, object) => (handled.updated += old === object ? 0 : 1),
      onDelete: () => handled.deleted++,
    });
    const conflate = {
      buffer: 'conflate',
      notifier: timer(30_000),
      metrics: {
        next: ({ conflated, pending }: typeof metrics) => Object.assign(metrics, { conflated, pending }),
      },
    } as const;
    const all = merge(
      pods.status$.pipe(tap((status) => status.phase === 'waiting' && count(failures, status.failure))),
      pods.store.batches$.pipe(listener, tap(handler.receive)),
      pods.changes(conflate).pipe(tap(conflating.receive)),
      pods.changes({ buffer: 'conflate', resyncPeriod: day / 2 }).pipe(tap(resynced.receive)),
      query(pods, { where: isWatched, sort: byName, limit: 10, notifier: timer(minute) }).pipe(
        tap((rows) => (view = rows)),
      ),
      serverFaults(server, collection, { end, random }),
      bursts(changes, end - quiet, random).pipe(tap((burst) => server.change(burst))),
      interval(day).pipe(tap((past) => onDay?.(past + 1))),
    ).subscribe();
    scheduler.schedule(() => {
      all.unsubscribe();
      timers = scheduler.actions.length;
      scheduler.actions.length = 0; // a leaked timer could otherwise run without an end
    }, end + 1);
    return pods;
  });

  return {
    ...{ server, collection, ledger, handler, conflating, resynced, handled, metrics, failures, view },
    stored: pods.store.list(),
    indexed: pods.store.byIndex('node', watchedNode),
    timers,
    informer: new WeakRef(pods),
  };
}

const podsOf = { group: '', version: 'v1', resource: 'pods' } as const;
export const watchedNode = 'node-3';
const isWatched = ({ spec }: SoakPod): boolean => spec.nodeName === watchedNode;
export const byName = (a: SoakPod, b: SoakPod): number => (a.metadata.name < b.metadata.name ? -1 : 1);

function count<K>(counts: Map<K, number>, of: K): void {
  counts.set(of, (counts.get(of) ?? 0) + 1);
}
