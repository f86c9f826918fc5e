import {
  defer,
  filter,
  finalize,
  ignoreElements,
  merge,
  type Observable,
  skipWhile,
  Subject,
  take,
  takeUntil,
  tap,
} from 'rxjs';
import { processorListener } from '../../delivery/index.ts';
import { type Informer, informer } from '../../informer/index.ts';
import type { GroupVersionResource, KubeError, KubeObject } from '../../objects/index.ts';
import type { Shard } from '../../reflector/index.ts';
import { type ListerWatcher, listWatch, type Scope, type Transport } from '../../source/index.ts';
import { type Backlog, createBacklog } from '../machine/backlog.ts';
import { createFirstLists, type FirstList } from '../machine/first-lists.ts';
import type { Output } from '../output/output.ts';
import { backpressure } from './backpressure.ts';
import { withholdFirstStatuses } from './withhold-first-statuses.ts';
import type { Reporter } from './reporter.ts';
import { shallowSource } from './shallow-source.ts';

/** A collection that a command follows. */
export interface Target {
  readonly resource: GroupVersionResource;
  readonly scope: Scope;
  /** The shard of the collection. Default: the whole collection. */
  readonly shard?: Shard;
}

/** How the changes and the statuses are written. */
export interface FollowOptions {
  readonly output: Output;
  readonly reporter: Reporter;
  /** Whether to complete after the first complete list is written. Default false. */
  readonly untilSynced?: boolean;
  /** Returns true for an error that ends the command at any time. By default, no error ends the command. */
  readonly isFatal?: (error: KubeError) => boolean;
  /**
   * Counts the waiting changes of all collections that are written to the same output. The default counts only the
   * changes of this collection.
   */
  readonly backlog?: Backlog;
}

/**
 * Follows one collection, and writes a line for each change, as fast as the reader of the output reads. No change is
 * lost: the watch pauses while too many changes wait, and then resumes from the last resourceVersion.
 *
 * If the server refuses the first list, the Observable errors, unless the command still follows other
 * collections. After the first list, only an error that `isFatal` accepts ends the Observable.
 *
 * @param among - the first list of this collection, if the command follows several collections
 */
export function follow(
  transport: Transport,
  target: Target,
  options: FollowOptions,
  among?: FirstList,
): Observable<never> {
  return defer(() =>
    followSource(
      listWatch(transport, target.resource, target.scope),
      target.resource,
      options,
      among,
      target.shard,
    ),
  );
}

/** Follows the collection of a ListerWatcher, as {@link follow} does. */
export function followSource(
  source: ListerWatcher<KubeObject>,
  resource: GroupVersionResource,
  options: FollowOptions,
  among?: FirstList,
  shard?: Shard,
): Observable<never> {
  return defer(() => {
    const { output, reporter, untilSynced = false, isFatal = () => false } = options;
    const notice = (text: string): void => output.report(reporter.notice(resource, text));
    const name = resource.resource;
    const pressure = backpressure(
      options.backlog ?? createBacklog(),
      (waiting) =>
        notice(`the output is read too slowly: ${waiting} changes wait, ${name} are not watched meanwhile`),
      () => notice(`the output has been read: ${name} are watched again`),
    );
    const full = (): Observable<unknown> | undefined => output.full();
    const ended = new Subject<void>();
    const first = among ?? createFirstLists()();

    const followed: Informer<KubeObject> = informer(shallowSource(source), {
      resetDelay: 0, // stop the requests as soon as the command ends
      reflect: {
        ...(shard && { shard }),
        enabled: pressure.open$,
        isFatal: (status) => isFatal(status.error) || (!followed.store.hasSynced && first.isOver(status)),
      },
    });
    const synced$ = followed.status$.pipe(
      filter(({ hasSynced }) => untilSynced && hasSynced),
      take(1),
    );
    const batches$ = followed.store.batches$.pipe(takeUntil(synced$));
    const written$ = batches$.pipe(
      pressure.arriving(),
      processorListener<KubeObject>({ onAdd: full, onUpdate: full, onDelete: full }),
      tap((change) => {
        reporter.change(resource, change, output);
        pressure.written();
      }),
      finalize(() => {
        pressure.leave();
        ended.next();
      }),
    );
    const reported$ = followed.status$.pipe(
      skipWhile(({ phase }) => phase === 'stopped'), // print no status before the reflector has started
      tap(({ hasSynced }) => (hasSynced ? first.synced() : undefined)),
      withholdFirstStatuses(),
      reporter.statuses(resource, () => followed.store.size),
      tap((line) => output.report(line)),
      takeUntil(ended),
    );
    return merge(reported$, written$).pipe(ignoreElements(), tap({ complete: () => first.done() }));
  });
}
