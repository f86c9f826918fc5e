import { defer, first, map, merge, type Observable, of, timer } from 'rxjs';
import type { ClusterContext } from './cluster-context.ts';
import { tooLarge } from './machine/cluster-refusals.ts';
import { isOlder } from './machine/history.ts';

/**
 * The time in ms that a server waits for a resourceVersion that is newer than its own. Then the request
 * fails.
 */
const freshnessWait = 3_000;

/**
 * Emits once when the cluster has reached a resourceVersion. If the cluster does not reach the version within
 * 3 s, the Observable errors with 504 (P11, P45).
 */
export function untilVersion(
  { clock, clusterWritten$ }: ClusterContext,
  resourceVersion: string,
  inStream = false,
): Observable<unknown> {
  const isThere = (): boolean => !isOlder(clock.version, resourceVersion);
  return defer(() => {
    if (isThere()) return of(undefined);
    const late$ = timer(freshnessWait).pipe(
      map(() => {
        throw tooLarge(resourceVersion, clock.version, inStream);
      }),
    );
    return merge(clusterWritten$, late$).pipe(first(isThere));
  });
}
