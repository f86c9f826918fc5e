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

/** Serves what CustomResourceDefinitions define, from within the write that brings them. */
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
      // What the definer writes itself comes back while it works.
      tap(trampoline(({ id, event }) => void attempt('definitions', () => definer.observe(id, event.key)))),
      ignoreElements(),
    );
    return merge(deleted$, observed$);
  });
}
