import { auditTime, ignoreElements, type Observable, type SchedulerLike, tap } from 'rxjs';
import type { RegistryContext } from './registry/context.ts';
import { finishNamespace } from './registry/namespace-lifecycle.ts';
import { writesTo } from './storage-writes.ts';

/** Lets namespaces go that waited for objects of a kind that is no longer served: nobody could remove those (P128). */
export function finishNamespaces(context: RegistryContext, clock: SchedulerLike): Observable<never> {
  const { catalog, storage } = context;
  return writesTo(catalog).pipe(
    // Where several kinds change at once, each is served again before anybody looks.
    auditTime(0, clock),
    tap(() => {
      for (const name of storage.collection(catalog.namespaces.id).snapshot().keys)
        finishNamespace(context, name);
    }),
    ignoreElements(),
  );
}
