import { defer, filter, map, merge, type Observable, of, take, timer } from 'rxjs';
import { revisionOf } from '../query/resource-version.ts';
import type { ServerContext } from '../server-context.ts';
import { writesTo } from '../storage-writes.ts';
import { resourceVersionTooLarge } from '../status/refusals.ts';

/**
 * Emits one value when the server has reached a resourceVersion. Usually, the server has already reached the
 * resourceVersion, and the function emits synchronously. If the server does not reach the resourceVersion within
 * `futureVersionTimeout` ms, the function errors with the status 504 (P11, P29, P45).
 */
export function awaitRevision(
  { storage, times, clock }: ServerContext,
  resourceVersion: string,
): Observable<void> {
  return defer(() => {
    const revision = revisionOf(resourceVersion) ?? 0;
    if (storage.revision >= revision) return of(undefined);

    const reached$ = writesTo(storage).pipe(filter(() => storage.revision >= revision));
    const late$ = timer(times.futureVersionTimeout, clock).pipe(
      map(() => {
        throw resourceVersionTooLarge(resourceVersion, storage.revision);
      }),
    );
    return merge(reached$, late$).pipe(
      take(1),
      map(() => undefined),
    );
  });
}
