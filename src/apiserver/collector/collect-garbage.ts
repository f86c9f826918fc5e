import {
  defer,
  exhaustMap,
  filter,
  ignoreElements,
  interval,
  map,
  merge,
  type Observable,
  type SchedulerLike,
  takeWhile,
  tap,
} from 'rxjs';
import type { RegistryContext } from '../registry/context.ts';
import { attempt } from '../report-fault.ts';
import { storageEvents, writesTo } from '../storage-writes.ts';
import { Collector } from './collector.ts';

/**
 * Runs the garbage collector. The garbage collector deletes objects whose owners no longer exist. The garbage collector
 * also completes the foreground deletion and the orphaning of owners (P92, P130, P131). As in a cluster, the garbage
 * collector works in a later task than the write that causes the work.
 */
export function collectGarbage(context: RegistryContext, clock: SchedulerLike): Observable<never> {
  return defer(() => {
    const collector = new Collector(context);
    const writes$ = storageEvents(context.storage).pipe(
      tap(({ id, event }) => void attempt('garbage collector', () => collector.observe(id, event))),
    );
    const kinds$ = writesTo(context.catalog).pipe(
      tap(() => void attempt('garbage collector', () => collector.observeKinds())),
    );
    return merge(writes$, kinds$).pipe(
      filter(() => collector.hasWork),
      exhaustMap(() =>
        interval(0, clock).pipe(
          map(() => collector.work(slice)),
          takeWhile((more) => more),
        ),
      ),
      ignoreElements(),
    );
  });
}

/**
 * The number of values in the objects that the garbage collector examines in one task. 4,000 values are about 200 small
 * objects.
 */
const slice = 4_000;
