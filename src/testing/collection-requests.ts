import { map, type Observable } from 'rxjs';
import { type KubeObject, pickNonEmptyStrings } from '../objects/index.ts';
import type { Scope } from '../source/index.ts';
import {
  after,
  type ClusterContext,
  type ClusterRequest,
  type CollectionContext,
} from './cluster-context.ts';

/** An entry in the log of requests, without the time and the collection. */
export type RequestEntry = Omit<ClusterRequest, 'at' | 'resource'>;

/** Returns the selectors of a request for the log. */
export const loggedSelectors = ({
  labelSelector,
  fieldSelector,
}: Scope): Pick<RequestEntry, 'labelSelector' | 'fieldSelector'> =>
  pickNonEmptyStrings({ labelSelector: labelSelector && String(labelSelector), fieldSelector });

/**
 * Executes the requests to one collection: logs them, delays them, refuses writes, and notifies the watches.
 */
export interface CollectionRequests {
  /** Returns the log entry of a request that arrives now. */
  readonly request: (entry: RequestEntry) => ClusterRequest;
  /** Logs a read, and executes it after the latency. */
  readonly read: <R>(entry: RequestEntry, act: () => R) => Observable<R>;
  /** Logs a write, and executes it after the latency, unless `refuseWrites` refuses it. */
  readonly write: <R>(entry: RequestEntry, act: () => R) => Observable<R>;
  /** Executes a write that simulates another client: immediately, and without a log entry. */
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
  /**
   * Notifies the watches before the writer gets its answer. On a real server, a watch event can also arrive
   * before the answer.
   */
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
