import {
  audit,
  BehaviorSubject,
  catchError,
  concatWith,
  defaultIfEmpty,
  defer,
  EMPTY,
  forkJoin,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  observeOn,
  queueScheduler,
  startWith,
  Subject,
  tap,
  throwError,
} from 'rxjs';
import type { InformerStatus } from '../informer/index.ts';
import { KubeError, type KubeObject, messageOf, OptionsError } from '../objects/index.ts';
import type { RowBatch } from '../rows/index.ts';
import { taskEnd$ } from '../scheduling/index.ts';
import { MemberRows, type OnCollision } from './machine/member-rows.ts';
import { type MemberRun, memberRun } from './member-run.ts';
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
  readonly members$: Observable<ReadonlyMap<Id, SetMember<T>>>;
  /** Returns the current members. Empty while the set does not run. */
  readonly current: () => readonly SetMember<T>[];
  /** Whether `ids$` has emitted since the start of the set. */
  readonly hasIds: () => boolean;
  /** The status of each member. Emits at most once in a task. */
  readonly statuses$: Observable<ReadonlyMap<Id, InformerStatus>>;
}

/** Starts and ends members as the ids come and go. */
export function setMembers<T extends KubeObject, Id>(options: SetMembersOptions<T, Id>): SetMembers<T, Id> {
  const { ids$, maxConcurrentLists, syncTimeout, resetDelay, onCollision, storedIdentities } = options;
  // The last run of each member. The informers stay for the next run of the set, so that it needs no new lists.
  const known = new Map<Id, MemberRun<T>>();
  const members = new BehaviorSubject<ReadonlyMap<Id, SetMember<T>>>(new Map());
  const statuses = new Map<Id, InformerStatus>();
  const statusChanged = new Subject<void>();
  let hasIds = false;

  const batches$ = defer(() => {
    const rows = new MemberRows<T>(onCollision);
    const runs = new Map<Id, MemberRun<T>>();
    const forgetOthers = (ids: Pick<ReadonlySet<Id>, 'has'>): void => {
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id);
    };
    const join = (id: Id): MemberRun<T> => {
      let before = known.get(id);
      const run = memberRun(before?.member ?? createMember(id, options), {
        rows,
        syncTimeout,
        resetDelay,
        onStart: () => {
          before?.release();
          before = undefined; // otherwise each run would keep all earlier runs in memory
        },
        onStatus: (status) => {
          statuses.set(id, status);
          statusChanged.next();
        },
        onEnd: () => {
          if (known.get(id) === run) known.delete(id);
        },
      });
      known.set(id, run);
      runs.set(id, run);
      return run;
    };
    const leave = (id: Id, run: MemberRun<T>): void => {
      runs.delete(id);
      statuses.delete(id);
      statusChanged.next();
      run.leave();
    };

    const end = (): void => {
      hasIds = false;
      forgetOthers(runs);
      statuses.clear();
      members.next(new Map());
    };

    const waiting = new Subject<MemberRun<T>>();
    const started$ = waiting.pipe(
      mergeMap(({ start, listed$ }) => {
        start();
        return listed$.pipe(observeOn(queueScheduler)); // starts no member that leaves with the same ids
      }, maxConcurrentLists),
      ignoreElements(),
    );
    // The set goes on when `ids$` has completed and each member has ended.
    const scope$ = ids$.pipe(
      catchError((error: unknown) => throwError(() => idsError(error))),
      concatWith(NEVER),
      map(idsIn),
      // A subscriber of the set can make `ids$` emit. The trampoline delays these ids until the current ids are handled.
      observeOn(queueScheduler),
      mergeMap((ids, nth) => {
        if (nth === 0) forgetOthers(ids);
        hasIds = true;
        for (const [id, run] of runs) if (!ids.has(id)) leave(id, run);
        const joined = [...ids].filter((id) => !runs.has(id)).map(join);
        members.next(new Map(Array.from(runs, ([id, { member }]) => [id, member])));
        statusChanged.next(); // also without members
        const synced$ = forkJoin(joined.map(({ settled$ }) => settled$)).pipe(
          defaultIfEmpty([]),
          map(() => syncedBatch(rows, storedIdentities)),
        );
        return merge(
          from(joined).pipe(
            mergeMap((run) => {
              waiting.next(run);
              return run.batches$;
            }),
          ),
          nth === 0 ? synced$ : EMPTY,
        );
      }),
      // A subscriber can start the next run from its error callback.
      tap({ complete: end, error: end, unsubscribe: end }),
    );
    return merge(started$, scope$);
  });

  return {
    batches$,
    members$: members.asObservable(),
    current: () => [...members.value.values()],
    hasIds: () => hasIds,
    statuses$: statusChanged.pipe(
      startWith(undefined),
      audit(() => taskEnd$),
      map(() => new Map(statuses)),
    ),
  };
}

/** Adds to an error of `ids$` where it comes from. */
function idsError(cause: unknown): KubeError {
  if (cause instanceof KubeError) return cause;
  return new KubeError('fatal', `informerSet: ids$ failed: ${messageOf(cause)}`, {
    cause,
    advice: 'correct the Observable `ids$`, or add `retry()` to it if its error is not final',
  });
}

function idsIn<Id>(ids: Iterable<Id>): ReadonlySet<Id> {
  const given: unknown = ids;
  // A string is an iterable of characters, and so probably a mistake.
  const isIterable = typeof given === 'object' && given !== null && Symbol.iterator in given;
  if (!isIterable)
    throw new OptionsError('informerSet: ids$', given, 'an Observable of arrays, Sets or other iterables');
  return new Set(ids);
}

/** The batch that ends the first lists. It removes the objects of an earlier run that no member has now. */
function syncedBatch<T extends KubeObject>(
  rows: MemberRows<T>,
  storedIdentities: () => readonly string[],
): RowBatch<T> {
  return {
    type: 'synced',
    length: 1,
    evaluate: (_, push) => {
      for (const identity of storedIdentities())
        if (!rows.has(identity)) push({ identity, row: undefined, cause: 'scope' });
    },
  };
}
