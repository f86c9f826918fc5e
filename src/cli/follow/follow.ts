import {
  defer,
  filter,
  finalize,
  ignoreElements,
  merge,
  type Observable,
  Subject,
  take,
  takeUntil,
  tap,
} from 'rxjs';
import { buffered } from '../../delivery/index.ts';
import { type Informer, informer } from '../../informer/index.ts';
import type { GroupVersionResource, KubeObject } from '../../objects/index.ts';
import { listWatch, type Scope, type Transport } from '../../source/index.ts';
import type { Output } from '../output/output.ts';
import { backpressure } from './backpressure.ts';
import { isHopeless } from './hopeless.ts';
import type { Reporter } from './reporter.ts';

/** One collection to keep up with. */
export interface Target {
  readonly resource: GroupVersionResource;
  readonly scope: Scope;
}

/** How it is told. */
export interface FollowOptions {
  readonly output: Output;
  readonly reporter: Reporter;
  /** Completes once the first complete list is written. */
  readonly untilSynced?: boolean;
}

/**
 * Keeps up with one collection and writes a line for each change, at the pace of whoever reads them: none is lost.
 *
 * Errors with what makes the first list impossible; afterwards nothing ends it.
 */
export function follow(transport: Transport, target: Target, options: FollowOptions): Observable<never> {
  return defer(() => {
    const { output, reporter, untilSynced = false } = options;
    const { resource, scope } = target;
    const pressure = backpressure(
      (waiting) =>
        output.tell(
          `nobody reads the output: ${waiting} changes wait, and ${resource.resource} are not watched until most are read`,
        ),
      () => output.tell(`the output is read again: watching ${resource.resource} from where it was left`),
    );
    const ended = new Subject<void>();

    const followed: Informer<KubeObject> = informer(listWatch(transport, resource, scope), {
      reflect: {
        gate: pressure.open$,
        giveUp: (status) => !followed.store.hasSynced && isHopeless(status),
      },
    });
    const synced$ = followed.status$.pipe(
      filter(({ hasSynced }) => untilSynced && hasSynced),
      take(1),
    );
    const written$ = followed.store.batches$.pipe(
      takeUntil(synced$),
      pressure.arriving(),
      buffered({ pace: output.ready$ }),
      tap((change) => {
        output.print(reporter.change(resource, change));
        pressure.written();
      }),
      finalize(() => ended.next()),
    );
    const told$ = followed.status$.pipe(
      takeUntil(ended),
      reporter.statuses(resource, () => followed.store.size),
      tap((line) => output.tell(line)),
    );
    return merge(told$, written$).pipe(ignoreElements());
  });
}
