import { concatMap, defer, EMPTY, filter, merge, type Observable } from 'rxjs';
import { Definer } from './custom-resources/definer.ts';
import type { RegistryContext } from './registry/context.ts';
import { storageEvents } from './storage-writes.ts';

/** Serves what CustomResourceDefinitions define, from within the write that brings them. */
export function defineCustomResources(context: RegistryContext): Observable<never> {
  return defer(() => {
    const definer = new Definer(context);
    const observed$ = storageEvents(context.storage).pipe(
      filter(({ id }) => definer.concerns(id)),
      // What it writes itself comes back here, and waits until it is done.
      concatMap(({ id, event }) => {
        definer.observe(id, event.key);
        return EMPTY;
      }),
    );
    return merge(definer.deletions$, observed$);
  });
}
