import { defer, first, map, merge, type Observable, of, timer } from 'rxjs';
import type { ClusterContext } from './cluster-context.ts';
import { tooLarge } from './machine/cluster-refusals.ts';
import { isOlder } from './machine/history.ts';

/** How long a server waits for a version that it does not have yet. */
const freshnessWait = 3_000;

/** Emits once, when the cluster is at a version: at once as a rule; fails where it does not come in time (P11, P45). */
export function fresh(
  { clock, moved }: ClusterContext,
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
    return merge(moved, late$).pipe(first(isThere));
  });
}
