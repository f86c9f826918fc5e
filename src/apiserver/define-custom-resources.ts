import {
  concat,
  defer,
  EMPTY,
  filter,
  ignoreElements,
  merge,
  mergeMap,
  type Observable,
  Subject,
  tap,
} from 'rxjs';
import { type Deletion, Definer } from './custom-resources/definer.ts';
import { isolated } from './isolated.ts';
import type { RegistryContext } from './registry/context.ts';
import { attempt } from './report-fault.ts';
import { storageEvents } from './storage-writes.ts';
import { trampoline, workInSlices } from '../scheduling/index.ts';

/**
 * Serves the resources of CustomResourceDefinitions. A resource is served synchronously during the write of its
 * definition.
 */
export function defineCustomResources(context: RegistryContext): Observable<never> {
  return defer(() => {
    const deletions$ = new Subject<Deletion>();
    const definer = new Definer(context, (deletion) => deletions$.next(deletion));
    const deleted$ = deletions$.pipe(
      mergeMap(({ work, end }) =>
        concat(
          isolated('definitions', workInSlices(work)),
          defer(() => {
            attempt('definitions', end);
            return EMPTY;
          }),
        ),
      ),
    );
    const observed$ = storageEvents(context.storage).pipe(
      filter(({ id }) => definer.concerns(id)),
      // The definer itself writes definitions while it runs. The trampoline handles these writes after the current
      // write.
      tap(trampoline(({ id, event }) => void attempt('definitions', () => definer.observe(id, event.key)))),
      ignoreElements(),
    );
    return merge(deleted$, observed$);
  });
}
