import {
  concat,
  defer,
  from,
  mergeMap,
  type Observable,
  startWith,
  Subject,
  takeUntil,
  throwError,
} from 'rxjs';
import {
  checkArgument,
  compareResourceVersions,
  integer,
  keyOf,
  type KubeObject,
  type ObjectKey,
  OptionsError,
  StatusError,
} from '../objects/index.ts';
import type { BookmarkEvent, ListPage, ObjectEvent, WatchEvent } from '../source/index.ts';
import { createLedger, type LoggedListerWatcher } from './ledger.ts';
import { logEntry, type LoggedRequest } from './logged-request.ts';

/**
 * A collection in memory that assigns its own resourceVersions, as client-go's `FakeControllerSource` (B203).
 */
export interface FakeControllerSource<T extends KubeObject> extends LoggedListerWatcher<T> {
  /** Adds an object and returns the stored object with its new resourceVersion. Every open watch emits the write. */
  add(object: T): T;
  /** Replaces the given top-level fields of an object, and returns the stored object. */
  modify(object: T): T;
  /** Deletes an object. The deletion gets its own resourceVersion, as on a real server. */
  delete(given: ObjectKey | KubeObject): void;
  /** Completes all watches and forgets the history. A later watch from an older resourceVersion fails with 410. */
  resetWatch(): void;
}

/**
 * Creates a source over a collection in memory. The source lists in pages, serves watches from every
 * remembered resourceVersion, and streams lists. Each write increases the resourceVersion by one.
 *
 * @throws OptionsError from `add` for an existing key, and from `modify` and `delete` for a missing key
 *
 * @example
 * ```ts
 * const source = fakeControllerSource([kubeObject('shop/web')]);
 * const pods = informer(source);
 * source.delete('shop/web');
 * ```
 */
export function fakeControllerSource<T extends KubeObject>(
  objects: readonly T[] = [],
): FakeControllerSource<T> {
  checkArgument('fakeControllerSource: objects', objects, {
    allowed: 'an array of objects',
    test: Array.isArray,
  });
  const content = new Map<ObjectKey, T>();
  const written = new Subject<void>();
  const reset = new Subject<void>();
  const { logged, log } = createLedger<LoggedRequest>();
  let history: ObjectEvent<T>[] = [];
  // Without objects, the first version is 1. A list may not have version 0, because a request for version 0
  // accepts any version.
  let version = objects.length > 0 ? 0 : 1;
  let oldest = '0';

  const current = (): string => String(version);
  const store = (type: ObjectEvent<T>['type'], object: T): T => {
    version++;
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
    if (type === 'DELETED') content.delete(keyOf(object));
    else content.set(keyOf(object), stored);
    history.push({ type, object: stored });
    written.next();
    return stored;
  };
  const existing = (verb: string, key: ObjectKey): T => {
    const object = content.get(key);
    if (object === undefined) {
      const keys = [...content.keys()];
      const some =
        keys.length === 0
          ? '; it has no objects'
          : `: ${keys.slice(0, 3).join(', ')}${keys.length > 3 ? ', …' : ''}`;
      throw new OptionsError(
        `fakeControllerSource: ${verb}: key`,
        key,
        `the key of an existing object${some}`,
      );
    }
    return object;
  };
  const expired = (): Observable<never> =>
    throwError(() => new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version' }));
  const isOlder = (a: string, b: string): boolean => (compareResourceVersions(a, b) ?? 0) < 0;

  /**
   * Emits `first`, then the history from the index `entry`. The event of a write during the emission comes after the
   * earlier events.
   */
  const watchHistory = (first: readonly WatchEvent<T>[], entry: number): Observable<WatchEvent<T>> =>
    defer(() => {
      const log = history;
      let at = entry;
      function* newEvents(): Generator<WatchEvent<T>> {
        for (let event = log[at]; event !== undefined; event = log[at]) {
          at++;
          yield event;
        }
      }
      const rest$ = written.pipe(startWith(undefined), mergeMap(newEvents));
      return concat(from(first), rest$).pipe(takeUntil(reset));
    });

  const add = (object: T): T => {
    if (!content.has(keyOf(object))) return store('ADDED', object);
    throw new OptionsError(
      'fakeControllerSource: add: key',
      keyOf(object),
      'the key of an object that does not exist yet',
    );
  };
  for (const object of objects) add(object);

  return {
    ...log,
    add,
    modify: (object) => store('MODIFIED', { ...existing('modify', keyOf(object)), ...object }),
    delete: (given) =>
      void store('DELETED', existing('delete', typeof given === 'string' ? given : keyOf(given))),
    resetWatch() {
      history = [];
      oldest = current();
      reset.next();
    },
    list: (options) =>
      logged(
        () => logEntry('list', options),
        () => {
          const limit = options?.limit ?? 0;
          checkArgument('list: limit', limit, integer(0));
          return from(pagesOf([...content.values()], limit, current()));
        },
      ),
    watch: (options = {}) =>
      logged(
        () => logEntry('watch', options),
        () => {
          const since = options.resourceVersion ?? '';
          const state = [...content.values()].map((object): WatchEvent<T> => ({ type: 'ADDED', object }));
          if (options.sendInitialEvents === true) {
            const end: BookmarkEvent = {
              type: 'BOOKMARK',
              resourceVersion: current(),
              initialEventsEnd: true,
            };
            return watchHistory([...state, end], history.length);
          }
          if (since === '' || since === '0') return watchHistory(state, history.length);
          if (isOlder(since, oldest)) return expired();
          const next = history.findIndex(({ object }) => isOlder(since, object.metadata.resourceVersion));
          return watchHistory([], next < 0 ? history.length : next);
        },
      ),
  };
}

function pagesOf<T extends KubeObject>(
  items: readonly T[],
  limit: number,
  resourceVersion: string,
): ListPage<T>[] {
  if (limit === 0 || items.length <= limit) return [{ items, resourceVersion }];
  const pages: ListPage<T>[] = [];
  for (let at = 0; at < items.length; at += limit) {
    const left = items.length - at - limit;
    pages.push({
      items: items.slice(at, at + limit),
      resourceVersion,
      ...(left > 0 ? { remainingItemCount: left } : {}),
    });
  }
  return pages;
}
