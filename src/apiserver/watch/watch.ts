import {
  concatMap,
  defer,
  fromEventPattern,
  interval,
  map,
  merge,
  NEVER,
  type Observable,
  of,
  type SchedulerLike,
  takeUntil,
  takeWhile,
  tap,
  timer,
} from 'rxjs';
import type { Flow } from '../flow.ts';
import { Watcher, type WatcherFacts } from './watcher.ts';

/** How long a watch lives, and when it is told that nothing was missed. */
export interface WatchLife {
  /** What all the times are taken on. */
  readonly clock: SchedulerLike;
  /** Ms until the server ends it. */
  readonly timeout: number;
  /** Whether the client asked for bookmarks. */
  readonly bookmarks: boolean;
  /** Ms from one to the next; 0: only before the end and when asked for. */
  readonly bookmarkInterval: number;
  /** Asks for a bookmark at once. */
  readonly bookmarkNow$: Observable<unknown>;
  /** Ends every watch. */
  readonly end$: Observable<unknown>;
  /** Says that the resource is not served any more: the watch ends behind what is still to be told. */
  readonly gone$: Observable<unknown>;
}

/**
 * The frames of one watch, made as fast as the other end reads them; completes at its deadline, when the server ends
 * it, and when it has fallen behind the history.
 */
export function watch(facts: WatcherFacts, life: WatchLife, flow: Flow): Observable<Uint8Array> {
  return defer(() => {
    const watcher = new Watcher(facts);
    return merge(
      followed(facts, watcher),
      flow.drain$,
      bookmarks$(watcher, life),
      gone$(watcher, life),
      of(undefined),
    ).pipe(
      concatMap(() => available(watcher, flow)),
      takeWhile((frame) => frame !== 'end'),
      takeUntil(merge(timer(life.timeout, life.clock), life.end$)),
    );
  });
}

/** Wakes after each write that may concern the watch. */
function followed({ collection, selection }: WatcherFacts, watcher: Watcher): Observable<unknown> {
  return fromEventPattern(
    (wake) => {
      const note = (position: number): void => watcher.note(position);
      return collection.follow(selection, { note, wake: () => wake(undefined) });
    },
    (_, stop: () => void) => stop(),
  );
}

/** What can be told now; the watcher is asked only as long as somebody takes it. One who is lost need not be waited for. */
function* available(watcher: Watcher, flow: Flow): Generator<Uint8Array | 'end'> {
  while (flow.writable()) {
    const frame = watcher.next();
    if (frame === undefined) return;
    yield frame;
  }
  if (watcher.isLost) yield 'end';
}

function gone$(watcher: Watcher, life: WatchLife): Observable<unknown> {
  return life.gone$.pipe(tap(() => watcher.end()));
}

/** Every so often, 2 s before the end, and when asked for. */
function bookmarks$(watcher: Watcher, life: WatchLife): Observable<unknown> {
  if (!life.bookmarks) return NEVER;
  const due$ = merge(
    life.bookmarkInterval === 0 ? NEVER : interval(life.bookmarkInterval, life.clock),
    life.timeout >= 3000 ? timer(life.timeout - 2000, life.clock) : NEVER, // a shorter watch gets none
  );
  const forced$ = life.bookmarkNow$.pipe(map(() => true));
  return merge(due$.pipe(map(() => false)), forced$).pipe(tap((forced) => watcher.bookmark(forced)));
}
