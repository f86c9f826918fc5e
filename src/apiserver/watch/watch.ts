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

/** Options of a watch: the times at which the watch sends bookmarks, and the reasons for its end. */
export interface WatchOptions {
  readonly clock: SchedulerLike;
  /** The time in ms after which the server ends the watch. */
  readonly timeout: number;
  /** Whether the client has requested bookmarks (`allowWatchBookmarks`). */
  readonly bookmarks: boolean;
  /**
   * The time in ms between two bookmarks. If the value is 0, the watch sends a bookmark only before its end and when
   * `bookmarkNow$` emits.
   */
  readonly bookmarkInterval: number;
  /** Emits when every watch of the server must send a bookmark immediately. */
  readonly bookmarkNow$: Observable<unknown>;
  /** Emits when every watch of the server must end. */
  readonly end$: Observable<unknown>;
  /** Emits when the server no longer serves the resource. The watch then sends its pending events and ends. */
  readonly gone$: Observable<unknown>;
}

/**
 * Emits the encoded events of one watch, as fast as the client reads. Completes at the timeout, when `end$` emits, and
 * when the history no longer contains the next event of the watch.
 */
export function watch(facts: WatcherFacts, options: WatchOptions, flow: Flow): Observable<Uint8Array> {
  return defer(() => {
    const watcher = new Watcher(facts);
    const wakes$ = merge(flow.drain$, bookmarks$(watcher, options), gone$(watcher, options), of(undefined));
    const end$ = merge(timer(options.timeout, options.clock), options.end$);
    return frames(facts, watcher, { wakes$, end$ }, flow).pipe(finalize(() => watcher.close()));
  });
}

/**
 * Two Observables that control a watch. When `wakes$` emits, the watch sends its pending events, as after a write. When
 * `end$` emits, the watch ends.
 */
interface Signals {
  readonly wakes$: Observable<unknown>;
  readonly end$: Observable<unknown>;
}

/**
 * Emits the pending events of a watch after each write and each time that `wakes$` emits, as long as the client can
 * receive data. If the log has dropped the next event, the watch ends without waiting for the client.
 *
 * The function uses no RxJS operators. With a thousand watches and thousands of events per second for each, an operator
 * would cost as much as sending an event.
 */
function frames(
  { collection, selection }: WatcherFacts,
  watcher: Watcher,
  { wakes$, end$ }: Signals,
  flow: Flow,
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    let isSending = false;
    const send = (): void => {
      if (isSending) return; // a subscriber may write objects during `next`; the running loop then sends these events
      isSending = true;
      try {
        while (!subscriber.closed && flow.writable()) {
          const frame = watcher.next();
          if (frame === undefined) break;
          if (frame === 'end') subscriber.complete();
          else if (frame !== 'skipped') subscriber.next(frame);
        }
        // If the client does not read, an ending watch completes at once. If only the time slice of the request is
        // over, the watch waits for the next time slice.
        if (watcher.isLost || (watcher.isEnding && !flow.writable(true))) subscriber.complete();
      } catch (error) {
        subscriber.error(error);
      }
      isSending = false;
    };
    const error = (why: unknown): void => subscriber.error(why);
    const end = (): void => {
      watcher.end();
      send();
    };
    subscriber.add(end$.subscribe({ next: end, error }));
    if (subscriber.closed) return;
    subscriber.add(
      collection.follow(selection, { note: (position) => watcher.note(position), wake: () => send() }),
    );
    // The log calls `expire` during a write, and a subscriber may write objects when the watch ends. So the watch ends
    // in a microtask after the current write.
    const expire = (): void => {
      watcher.expire();
      subscriber.add(asapScheduler.schedule(() => send()));
    };
    const reader: LogReader = {
      get position() {
        return watcher.position;
      },
      expire,
    };
    subscriber.add(collection.log.readers.add(reader));
    subscriber.add(wakes$.subscribe({ next: () => send(), error }));
  });
}

function gone$(watcher: Watcher, options: WatchOptions): Observable<unknown> {
  return options.gone$.pipe(tap(() => watcher.end()));
}

/** Requests a bookmark at each interval, 2 s before the timeout of the watch, and when `bookmarkNow$` emits. */
function bookmarks$(watcher: Watcher, options: WatchOptions): Observable<unknown> {
  if (!options.bookmarks) return NEVER;
  const due$ = merge(
    options.bookmarkInterval === 0 ? NEVER : interval(options.bookmarkInterval, options.clock),
    // a watch with a timeout of less than 3 s gets no bookmark before its end
    options.timeout >= 3000 ? timer(options.timeout - 2000, options.clock) : NEVER,
  );
  const forced$ = options.bookmarkNow$.pipe(map(() => true));
  return merge(due$.pipe(map(() => false)), forced$).pipe(tap((forced) => watcher.bookmark(forced)));
}
