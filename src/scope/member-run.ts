import {
  catchError,
  concat,
  concatWith,
  defer,
  EMPTY,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  raceWith,
  ReplaySubject,
  Subject,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
  withLatestFrom,
} from 'rxjs';
import type { InformerStatus } from '../informer/index.ts';
import type { KubeObject } from '../objects/index.ts';
import type { RowBatch } from '../rows/index.ts';
import { type Change, withoutResyncs } from '../store/index.ts';
import type { MemberRows } from './machine/member-rows.ts';
import { hasEnded, hasFirstResult, isSettled } from './machine/set-status.ts';
import type { SetMember } from './set-member.ts';

/** One run of a member: from the time when it joins the set until it leaves. */
export interface MemberRun<T extends KubeObject> {
  readonly member: SetMember<T>;
  /** The writes that follow from the changes of the member. After `leave` a batch removes the objects of the member. */
  readonly batches$: Observable<RowBatch<T>>;
  /** Emits and completes when another member may begin its first list. */
  readonly listed$: Observable<void>;
  /** Emits and completes when the set need not wait for the first list of the member any longer. */
  readonly settled$: Observable<void>;
  /** Starts the informer of the member. */
  readonly start: () => void;
  readonly leave: () => void;
  /** Ends the time for which the informer continues after `leave`, because the next run of the member keeps it running. */
  readonly release: () => void;
}

export interface MemberRunOptions<T extends KubeObject> {
  readonly rows: MemberRows<T>;
  /** The time in ms for which the set waits for the first list of the member. */
  readonly syncTimeout: number;
  /** The time in ms for which the informer of the member continues after `leave`. */
  readonly resetDelay: number;
  /** Called when the informer of the member has started. */
  readonly onStart: () => void;
  readonly onStatus: (status: InformerStatus) => void;
  /** Called at the end of that time. */
  readonly onEnd: () => void;
}

export function memberRun<T extends KubeObject>(
  member: SetMember<T>,
  { rows, syncTimeout, resetDelay, onStart, onStatus, onEnd }: MemberRunOptions<T>,
): MemberRun<T> {
  const { status$, store } = member.informer;
  const started = new ReplaySubject<void>(1);
  const left = new ReplaySubject<void>(1);
  const listed = new ReplaySubject<void>(1);
  const settled = new ReplaySubject<void>(1);
  const released = new Subject<void>();
  const end = (ended: Subject<void>): void => {
    ended.next();
    ended.complete();
  };
  // The objects of a member that has ended stay in the set, and its error stands in the status.
  const changes$ = store.batches$.pipe(
    catchError(() => EMPTY),
    concatWith(NEVER),
  );

  const within = (isReached: (status: InformerStatus) => boolean): Observable<unknown> =>
    status$.pipe(filter(isReached), raceWith(timer(syncTimeout)), take(1));
  const running$ = started.pipe(
    switchMap(() =>
      merge(
        changes$.pipe(map((changes) => changesOf(rows, member, withoutResyncs(changes)))),
        within(isSettled).pipe(
          finalize(() => end(settled)),
          ignoreElements(),
        ),
        within(hasFirstResult).pipe(
          finalize(() => end(listed)),
          ignoreElements(),
        ),
        defer(() => {
          onStart(); // here `changes$` is subscribed
          return EMPTY;
        }),
      ),
    ),
  );
  const emitted$ = status$.pipe(tap(onStatus), ignoreElements());
  // `afterLeave$` subscribes to `left` before `running$` ends, so that the informer of the member does not stop in between.
  const afterLeave$ = concat(
    left.pipe(
      withLatestFrom(started, status$),
      filter(([, , status]) => !hasEnded(status)), // a subscription would start an informer that has ended
      switchMap(() => changes$),
      ignoreElements(),
      takeUntil(merge(released, left.pipe(switchMap(() => timer(resetDelay))))),
    ),
    defer(() => {
      onEnd();
      return EMPTY;
    }),
  );
  return {
    member,
    batches$: merge(
      afterLeave$,
      concat(
        merge(running$, emitted$).pipe(takeUntil(left)),
        defer(() => of(leaveOf(rows, member))),
      ),
    ),
    listed$: listed.asObservable(),
    settled$: settled.asObservable(),
    start: () => started.next(),
    release: () => released.next(),
    leave: () => {
      left.next();
      end(listed);
      end(settled);
    },
  };
}

function changesOf<T extends KubeObject>(
  rows: MemberRows<T>,
  member: SetMember<T>,
  changes: readonly Change<T>[],
): RowBatch<T> {
  return {
    type: 'changes',
    length: changes.length,
    evaluate: (nth, push) => {
      const change = changes[nth];
      if (change !== undefined) rows.changed(member, change, push);
    },
  };
}

/** The batch that removes the objects of a member. */
function leaveOf<T extends KubeObject>(rows: MemberRows<T>, member: SetMember<T>): RowBatch<T> {
  const keys = member.informer.store.listKeys();
  return {
    type: 'changes',
    length: keys.length + 1,
    evaluate: (nth, push) => {
      const key = keys[nth];
      if (key === undefined) rows.leftRest(member, push);
      else rows.left(member, key, push);
    },
  };
}
