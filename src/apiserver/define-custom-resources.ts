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
 * Serves the resources of CustomResourceDefinitions. When the write of a CustomResourceDefinition returns, the server
 * already serves its resources.
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
      // The controller for CRDs writes CRDs while the controller handles a write of a CRD. `trampoline` delays the
      // handling of the inner write until the outer write is handled.
      tap(trampoline(({ id, event }) => void attempt('definitions', () => definer.observe(id, event.key)))),
      ignoreElements(),
    );
    return merge(deleted$, observed$);
  });
}
