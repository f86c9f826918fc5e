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
import { workInSlices } from '../source/index.ts';
import { type Deletion, Definer } from './custom-resources/definer.ts';
import { isolated } from './isolated.ts';
import type { RegistryContext } from './registry/context.ts';
import { attempt } from './report-fault.ts';
import { storageEvents } from './storage-writes.ts';

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
      tap(oneByOne(({ id, event }) => void attempt('definitions', () => definer.observe(id, event.key)))),
      ignoreElements(),
    );
    return merge(deleted$, observed$);
  });
}

/**
 * What the definer writes itself comes back while it works, and waits until it is done. By hand: `concatMap` begins what waits
 * within the end of what came before, so that a thousand writes overflow the stack.
 */
function oneByOne<T>(take: (value: T) => void): (value: T) => void {
  const waiting: T[] = [];
  let isBusy = false;
  return (value) => {
    waiting.push(value);
    if (isBusy) return;
    isBusy = true;
    try {
      for (const one of waiting) take(one);
    } finally {
      waiting.length = 0;
      isBusy = false;
    }
  };
}
