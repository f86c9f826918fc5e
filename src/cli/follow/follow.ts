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
import { heldBack } from './held-back.ts';
import type { Reporter } from './reporter.ts';
import { shallowSource } from './shallow-source.ts';

/** One collection to keep up with. */
export interface Target {
  readonly resource: GroupVersionResource;
  readonly scope: Scope;
  /** Default: all of it. */
  readonly shard?: Shard;
}

/** How it is told. */
export interface FollowOptions {
  readonly output: Output;
  readonly reporter: Reporter;
  /** Completes once the first complete list is written. */
  readonly untilSynced?: boolean;
  /** What ends it whenever it comes. */
  readonly isFatal?: (error: KubeError) => boolean;
  /** What waits of all collections that are written to this output. Default: of this one alone. */
  readonly backlog?: Backlog;
}

/**
 * Keeps up with one collection and writes a line for each change, at the pace of the reader. No change is lost: the watch
 * is paused while too much waits, and resumes from where it was.
 *
 * Errors with what makes the first list impossible, unless others go on; afterwards nothing ends it.
 *
 * @param among - where it is one of several: its place among their first lists
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

/** The same of a source. */
export function followSource(
  source: ListerWatcher<KubeObject>,
  resource: GroupVersionResource,
  options: FollowOptions,
  among?: FirstList,
  shard?: Shard,
): Observable<never> {
  return defer(() => {
    const { output, reporter, untilSynced = false, isFatal = () => false } = options;
    const notice = (text: string): void => output.tell(reporter.notice(resource, text));
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
      resetDelay: 0, // the end of the command ends the requests
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
    const told$ = followed.status$.pipe(
      skipWhile(({ phase }) => phase === 'stopped'), // it has not begun yet
      tap(({ hasSynced }) => (hasSynced ? first.synced() : undefined)),
      heldBack(),
      reporter.statuses(resource, () => followed.store.size),
      tap((line) => output.tell(line)),
      takeUntil(ended),
    );
    return merge(told$, written$).pipe(ignoreElements(), tap({ complete: () => first.done() }));
  });
}
