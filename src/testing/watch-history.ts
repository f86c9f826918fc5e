import { concat, defer, EMPTY, from, interval, merge, mergeMap, type Observable, timer } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { BookmarkEvent, WatchEvent, WatchOptions } from '../source/index.ts';
import { after, type ClusterContext, type CollectionContext } from './cluster-context.ts';
import { tooOld } from './machine/cluster-refusals.ts';
import { isOlder } from './machine/history.ts';
import { eventOf, type Selection } from './machine/selection.ts';

/** The time between the last bookmark of a watch and the timeout of the watch, in ms. */
const beforeTimeout = 2_000;

/**
 * Emits the writes after a resourceVersion, each write after the `lag`, and bookmarks between them.
 *
 * @param since - the resourceVersion; if `undefined`, the current objects are emitted first
 */
export function watchHistory<T extends KubeObject>(
  { collection, written }: CollectionContext<T>,
  { clock, settings }: ClusterContext,
  selects: Selection,
  { allowWatchBookmarks = false, timeoutSeconds = 0 }: WatchOptions,
  since: string | undefined,
): Observable<WatchEvent<T>> {
  return defer(() => {
    const { history } = collection;
    const { lag, bookmarkInterval, streamingLists } = settings;
    let at = since === undefined ? history.end : history.after(since);
    let lastVersion = since ?? clock.version;

    function* dueEvents(): Generator<WatchEvent<T>> {
      for (;;) {
        if (history.hasForgotten(at)) throw tooOld(lastVersion, clock.compactedAt, true);
        const write = history.at(at);
        if (write === undefined || write.at + lag > clock.now()) return;
        at++;
        const { resourceVersion } = write.object.metadata;
        const event = isOlder(lastVersion, resourceVersion) ? eventOf(write, selects) : undefined;
        if (event === undefined) continue;
        lastVersion = resourceVersion;
        yield event;
      }
    }
    /**
     * Yields a bookmark. If no write is pending, the watch is up to date, so the bookmark has the version of
     * the cluster. A watch from a version that the cluster does not have yet gets no bookmark, as on
     * kube-apiserver.
     */
    function* bookmark(): Generator<BookmarkEvent> {
      if (isOlder(clock.version, lastVersion)) return;
      if (history.at(at) === undefined && isOlder(lastVersion, clock.version)) lastVersion = clock.version;
      yield { type: 'BOOKMARK', resourceVersion: lastVersion };
    }

    const state = (): Observable<WatchEvent<T>> => {
      const objects = collection.stateAt(lastVersion).filter(selects);
      const end: BookmarkEvent = { type: 'BOOKMARK', resourceVersion: lastVersion, initialEventsEnd: true };
      const events = objects.map((object): WatchEvent<T> => ({ type: 'ADDED', object }));
      return from(allowWatchBookmarks && streamingLists ? [...events, end] : events);
    };
    /**
     * `due$` emits the event of each write whose `lag` has passed. The history also contains writes that
     * happened while the current objects were emitted. These writes also wait for the `lag`.
     */
    const due$ = defer(() => {
      const waiting = new Set<number>();
      for (let position = at; position < history.end; position++) {
        waiting.add((history.at(position)?.at ?? 0) + lag - clock.now());
      }
      return merge(written.pipe(mergeMap(() => after(lag))), ...Array.from(waiting, (ms) => after(ms)));
    }).pipe(mergeMap(dueEvents));
    const bookmarks$ =
      !allowWatchBookmarks || bookmarkInterval === 0
        ? EMPTY
        : merge(
            interval(bookmarkInterval),
            timeoutSeconds * 1_000 > beforeTimeout ? timer(timeoutSeconds * 1_000 - beforeTimeout) : EMPTY,
          ).pipe(mergeMap(bookmark));
    return concat(since === undefined ? state() : EMPTY, merge(due$, bookmarks$));
  });
}
