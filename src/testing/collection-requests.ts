import { map, type Observable } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import {
  after,
  type ClusterContext,
  type ClusterRequest,
  type CollectionContext,
} from './cluster-context.ts';

/** What a request logs, without its time and its collection. */
export type RequestEntry = Omit<ClusterRequest, 'at' | 'resource'>;

/** Executes the requests to one collection: with log, latency, refusals and notified watches. */
export interface CollectionRequests {
  /** Returns the log entry of a request that arrives now. */
  readonly request: (entry: RequestEntry) => ClusterRequest;
  /** Logs a read, and executes it after the latency. */
  readonly read: <R>(entry: RequestEntry, act: () => R) => Observable<R>;
  /** Logs a write, and executes it after the latency, unless `refuseWrites` refuses it. */
  readonly write: <R>(entry: RequestEntry, act: () => R) => Observable<R>;
  /** Executes a write of another client: at once, and without a log entry. */
  readonly writeAndNotify: <R>(act: () => R) => R;
}

export function collectionRequests<T extends KubeObject>(
  { collection, written }: CollectionContext<T>,
  { clock, ledger, clusterWritten$, refusals, settings }: ClusterContext,
): CollectionRequests {
  const { resource } = collection;
  const request = (entry: RequestEntry): ClusterRequest => ({ at: clock.now(), resource, ...entry });
  const read = <R>(entry: RequestEntry, act: () => R): Observable<R> =>
    ledger.logged(
      () => request(entry),
      () => after(settings.latency).pipe(map(act)),
    );
  /** Notifies the watches before the writer gets its answer, because the watch of a real server may be that fast. */
  const writeAndNotify = <R>(act: () => R): R => {
    const before = collection.history.end;
    try {
      return act();
    } finally {
      if (collection.history.end > before) {
        written.next();
        clusterWritten$.next();
      }
    }
  };
  return {
    request,
    read,
    writeAndNotify,
    write: (entry, act) =>
      read(entry, () => {
        const refused = refusals.shift();
        if (refused !== undefined) throw refused;
        return writeAndNotify(act);
      }),
  };
}
