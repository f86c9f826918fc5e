import {
  asapScheduler,
  defer,
  finalize,
  interval,
  map,
  merge,
  NEVER,
  Observable,
  of,
  type SchedulerLike,
  tap,
  timer,
} from 'rxjs';
import type { Flow } from '../flow.ts';
import type { LogReader } from '../storage/log-readers.ts';
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
    const wakes$ = merge(flow.drain$, bookmarks$(watcher, life), gone$(watcher, life), of(undefined));
    const end$ = merge(timer(life.timeout, life.clock), life.end$);
    return frames(facts, watcher, { wakes$, end$ }, flow).pipe(finalize(() => watcher.close()));
  });
}

/** Besides the writes: what wakes a watch, and what ends it. */
interface Signals {
  readonly wakes$: Observable<unknown>;
  readonly end$: Observable<unknown>;
}

/**
 * What can be told at each waking, as long as somebody takes it; one who is lost need not be waited for. Hand-written: of
 * thousands of events a second to each of a thousand watches every operator on the way costs as much as sending one.
 */
function frames(
  { collection, selection }: WatcherFacts,
  watcher: Watcher,
  { wakes$, end$ }: Signals,
  flow: Flow,
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    let isTelling = false;
    const tell = (): void => {
      if (isTelling) return; // who is told may write: the loop that is under way comes to it
      isTelling = true;
      try {
        while (!subscriber.closed && flow.writable()) {
          const frame = watcher.next();
          if (frame === undefined) break;
          if (frame === 'end') subscriber.complete();
          else if (frame !== 'skipped') subscriber.next(frame);
        }
        // At its end a watch waits for time, but not for its reader.
        if (watcher.isLost || (watcher.isEnding && !flow.writable(true))) subscriber.complete();
      } catch (error) {
        subscriber.error(error);
      }
      isTelling = false;
    };
    const error = (why: unknown): void => subscriber.error(why);
    const end = (): void => {
      watcher.end();
      tell();
    };
    subscriber.add(end$.subscribe({ next: end, error }));
    if (subscriber.closed) return;
    subscriber.add(
      collection.follow(selection, { note: (position) => watcher.note(position), wake: () => tell() }),
    );
    // A subscriber may write when the watch ends, so the end comes after the write that is under way.
    const expire = (): void => {
      watcher.expire();
      subscriber.add(asapScheduler.schedule(() => tell()));
    };
    const reader: LogReader = {
      get position() {
        return watcher.position;
      },
      expire,
    };
    subscriber.add(collection.log.readers.add(reader));
    subscriber.add(wakes$.subscribe({ next: () => tell(), error }));
  });
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
