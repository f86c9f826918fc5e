import {
  audit,
  BehaviorSubject,
  catchError,
  concat,
  concatWith,
  defaultIfEmpty,
  defer,
  EMPTY,
  filter,
  finalize,
  forkJoin,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  observeOn,
  queueScheduler,
  type Observable,
  of,
  raceWith,
  ReplaySubject,
  startWith,
  Subject,
  switchMap,
  take,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import type { Informer, InformerStatus } from '../informer/index.ts';
import { type KubeObject, OptionsError } from '../objects/index.ts';
import type { RowBatch } from '../rows/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import { type Change, withoutResyncs } from '../store/index.ts';
import { MemberRows, type OnCollision } from './machine/member-rows.ts';
import { isSettled } from './machine/set-status.ts';
import { createMember, type MemberOptions, type SetMember } from './set-member.ts';

/** The options of the members of a set. */
export interface SetMembersOptions<T extends KubeObject, Id> extends MemberOptions<T, Id> {
  readonly ids$: Observable<Iterable<Id>>;
  readonly maxConcurrentLists: number;
  /** The time in ms for which the set waits for the first list of a member. */
  readonly syncTimeout: number;
  /** The time in ms for which a member continues after it has left. */
  readonly resetDelay: number;
  readonly onCollision: OnCollision<T>;
  /** Returns the identities of the objects in the store of the set. */
  readonly storedIdentities: () => readonly string[];
}

/** The members of a set. */
export interface SetMembers<T extends KubeObject, Id> {
  /** Runs the members, and emits the writes that follow from their changes. */
  readonly batches$: Observable<RowBatch<T>>;
  readonly members$: Observable<ReadonlyMap<Id, Informer<T, never>>>;
  /** The status of each member. Emits at most once in a task. */
  readonly statuses$: Observable<ReadonlyMap<Id, InformerStatus>>;
}

/** One run of a member: from the time when it joins the set until it leaves. */
interface MemberRun<T extends KubeObject> {
  readonly batches$: Observable<RowBatch<T>>;
  /** Emits and completes when the set need not wait for the member any longer. */
  readonly settled: ReplaySubject<void>;
  readonly leave: () => void;
}

/** Starts and ends members as the ids come and go. */
export function setMembers<T extends KubeObject, Id>(options: SetMembersOptions<T, Id>): SetMembers<T, Id> {
  const { ids$, maxConcurrentLists, syncTimeout, resetDelay, onCollision } = options;
  // The informers stay for the next run of the set, so that this run needs no new lists.
  const known = new Map<Id, SetMember<T>>();
  const members = new BehaviorSubject<ReadonlyMap<Id, Informer<T, never>>>(new Map());
  const statuses = new Map<Id, InformerStatus>();
  const statusChanged = new Subject<void>();

  const batches$ = defer(() => {
    const rows = new MemberRows<T>(({ metadata }) => metadata.uid, onCollision);
    const runs = new Map<Id, MemberRun<T>>();
    const lists = new Subject<{ readonly start: () => void; readonly settled: Observable<void> }>();
    const startLists$ = lists.pipe(
      mergeMap(({ start, settled }) => {
        start();
        return settled.pipe(observeOn(queueScheduler)); // starts no member that leaves with the same ids
      }, maxConcurrentLists),
      ignoreElements(),
    );
    const setStatus = (id: Id, status: InformerStatus): void => {
      statuses.set(id, status);
      statusChanged.next();
    };

    const join = (id: Id): MemberRun<T> => {
      const left = new ReplaySubject<void>(1);
      const settled = new ReplaySubject<void>(1);
      const settle = (): void => {
        settled.next();
        settled.complete();
      };
      const leave = (): void => {
        runs.delete(id);
        statuses.delete(id);
        statusChanged.next();
        left.next();
        settle();
      };
      const member = known.get(id) ?? createMember(id, options);
      if ('error' in member) {
        setStatus(id, { phase: 'stopped', hasSynced: false, error: member.error });
        settle();
        return { batches$: EMPTY, settled, leave };
      }
      known.set(id, member);
      const nthRun = (member.runs += 1);
      const { status$, store } = member.informer;
      const started = new ReplaySubject<void>(1);
      const settled$ = started.pipe(
        switchMap(() => status$.pipe(filter(isSettled), raceWith(timer(syncTimeout)), take(1))),
        take(1),
        finalize(settle),
      );
      const changes$ = started.pipe(
        // The objects of a member that has ended stay in the set, and its error stands in the status.
        switchMap(() =>
          store.batches$.pipe(
            catchError(() => EMPTY),
            concatWith(NEVER),
          ),
        ),
        map((changes) => changesOf(rows, member, withoutResyncs(changes))),
      );
      const emitted$ = status$.pipe(tap((status) => setStatus(id, status)));
      const run$ = merge(changes$, merge(settled$, emitted$).pipe(ignoreElements())).pipe(takeUntil(left));
      const left$ = defer(() => {
        const forgotten$ = timer(resetDelay).pipe(
          tap(() => {
            if (member.runs === nthRun && !runs.has(id)) known.delete(id);
          }),
          ignoreElements(),
        );
        return merge(of(leaveOf(rows, member)), forgotten$);
      });
      lists.next({ start: () => started.next(), settled });
      return { batches$: concat(run$, left$), settled, leave };
    };

    // The set goes on when `ids$` has completed and each member has ended.
    const scope$ = ids$.pipe(
      concatWith(NEVER),
      map(idsIn),
      // A subscriber of the set can make `ids$` emit. The trampoline delays these ids until the current ids are handled.
      observeOn(queueScheduler),
      mergeMap((ids, nth) => {
        if (nth === 0) for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
        for (const [id, { leave }] of runs) if (!ids.has(id)) leave();
        const joined = [...ids].filter((id) => !runs.has(id));
        const begun = joined.map((id) => {
          const run = join(id);
          runs.set(id, run);
          return run;
        });
        members.next(new Map([...runs.keys()].flatMap((id) => informerOfId(id, known.get(id)))));
        const synced$ = forkJoin(begun.map(({ settled }) => settled)).pipe(
          defaultIfEmpty([]),
          map(() => syncedBatch(rows, options.storedIdentities)),
        );
        return merge(from(begun).pipe(mergeMap((run) => run.batches$)), nth === 0 ? synced$ : EMPTY);
      }),
      finalize(() => {
        for (const id of known.keys()) if (!runs.has(id)) known.delete(id);
        statuses.clear();
        members.next(new Map());
      }),
    );
    return merge(startLists$, scope$);
  });

  return {
    batches$,
    members$: members.asObservable(),
    statuses$: statusChanged.pipe(
      startWith(undefined),
      audit(() => taskEnd$),
      map(() => new Map(statuses)),
    ),
  };
}

const informerOfId = <T extends KubeObject, Id>(
  id: Id,
  member: SetMember<T> | undefined,
): readonly (readonly [Id, Informer<T, never>])[] => (member === undefined ? [] : [[id, member.informer]]);

function idsIn<Id>(ids: Iterable<Id>): ReadonlySet<Id> {
  const given: unknown = ids;
  // A string is an iterable of characters, and so probably a mistake.
  const isIterable = typeof given === 'object' && given !== null && Symbol.iterator in given;
  if (!isIterable)
    throw new OptionsError('informerSet: ids$', given, 'an Observable of arrays, Sets or other iterables');
  return new Set(ids);
}

function changesOf<T extends KubeObject>(
  rows: MemberRows<T>,
  member: SetMember<T>,
  changes: readonly Change<T>[],
): RowBatch<T> {
  return {
    kind: 'changes',
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
    kind: 'changes',
    length: keys.length,
    evaluate: (nth, push) => rows.left(member, keys[nth] ?? '', push),
  };
}

/** The batch that ends the first lists. It removes the objects of an earlier run that no member has now. */
function syncedBatch<T extends KubeObject>(
  rows: MemberRows<T>,
  storedIdentities: () => readonly string[],
): RowBatch<T> {
  return {
    kind: 'synced',
    length: 1,
    evaluate: (_, push) => {
      for (const identity of storedIdentities())
        if (!rows.has(identity)) push({ identity, row: undefined, cause: 'scope' });
    },
  };
}
