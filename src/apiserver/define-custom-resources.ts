import { concat, concatMap, defer, EMPTY, filter, merge, mergeMap, type Observable, Subject } from 'rxjs';
import { workInSlices } from '../source/index.ts';
import { type Deletion, Definer } from './custom-resources/definer.ts';
import type { RegistryContext } from './registry/context.ts';
import { storageEvents } from './storage-writes.ts';

/** Serves what CustomResourceDefinitions define, from within the write that brings them. */
export function defineCustomResources(context: RegistryContext): Observable<never> {
  return defer(() => {
    const deletions$ = new Subject<Deletion>();
    const definer = new Definer(context, (deletion) => deletions$.next(deletion));
    const deleted$ = deletions$.pipe(
      mergeMap(({ work, end }) =>
        concat(
          workInSlices(work),
          defer(() => {
            end();
            return EMPTY;
          }),
        ),
      ),
    );
    const observed$ = storageEvents(context.storage).pipe(
      filter(({ id }) => definer.concerns(id)),
      // What it writes itself comes back here, and waits until it is done.
      concatMap(({ id, event }) => {
        definer.observe(id, event.key);
        return EMPTY;
      }),
    );
    return merge(deleted$, observed$);
  });
}
