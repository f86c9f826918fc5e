import type { Observable } from 'rxjs';
import {
  REDACTED,
  type KubeError,
  type KubeObject,
  type ObjectKey,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { Transport } from './transport.ts';

/** The query parameters of a list. */
export interface ListOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  /** The number of objects of a page; 0 or absent: one page. */
  readonly limit?: number;
  /** A part of the collection (KEP-5866). A server without support for it sends all objects. */
  readonly shardSelector?: string;
}

/** The query parameters of a watch. */
export interface WatchOptions {
  readonly resourceVersion?: string;
  /** True: a streamed list. The current objects come as ADDED events, and a bookmark with `initialEventsEnd` ends the list. */
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  /** The same as for a list. */
  readonly shardSelector?: string;
}

/** A page of a list. All pages of one list have the same resourceVersion. */
export interface ListPage<T extends KubeObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The number of objects on later pages, if the server sends it. */
  readonly remainingItemCount?: number;
}

/** An event of a watch. An ERROR event of the server fails the stream with a `StatusError` instead. */
export type WatchEvent<T extends KubeObject> =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: T;
      /** Only for `DELETED`: `object` has name, namespace, uid and resourceVersion only. The receiver has the last full state. */
      readonly finalStateKnown?: false;
    }
  | {
      /** All events up to `resourceVersion` have been sent. `initialEventsEnd` ends a streamed list. */
      readonly type: 'BOOKMARK';
      readonly resourceVersion: string;
      readonly initialEventsEnd?: boolean;
    };

export type BookmarkEvent = Extract<WatchEvent<KubeObject>, { type: 'BOOKMARK' }>;

export type ObjectEvent<T extends KubeObject> = Exclude<WatchEvent<T>, BookmarkEvent>;

/** What the caller of a `ListerWatcher` passes in addition to the query. A source may ignore each member. */
export interface ListerWatcherHooks<T extends KubeObject> {
  /**
   * Called for an object that was left out because it is not well-formed; the list or watch goes on. The first five objects have an
   * incident each, and the others have one together: `count` is the number of objects, default 1.
   *
   * A count of 0: the answer to a watch is late. `answered` of the `ConnectionError` says whether the answer has begun
   * since.
   */
  readonly onIncident?: ((incident: KubeError, count?: number) => void) | undefined;
  /**
   * The deeply frozen objects that the caller of a list or a streamed list already has. Equal uid and resourceVersion mean the same
   * state: a source may emit the known object without parsing the rest, so it does not detect broken JSON there.
   *
   * A source calls `get` for each object. A source that changes the objects of another source must not pass `knownObjects` on to it.
   */
  readonly knownObjects?:
    | {
        /** Returns the object of the caller with this key. */
        get(key: ObjectKey): T | undefined;
      }
    | undefined;
}

export type IncidentListener = NonNullable<ListerWatcherHooks<KubeObject>['onIncident']>;

/** client-go's `ListerWatcher`: the source of a reflector, and the interface that a fake implements. */
export interface ListerWatcher<T extends KubeObject> {
  /**
   * Emits the pages of one consistent list, in order, then completes. The pages before an error are no complete list.
   */
  list(options?: ListOptions, hooks?: ListerWatcherHooks<T>): Observable<ListPage<T>>;

  /**
   * Emits the events of one watch. Completes when the server closes the stream, and fails in all other cases. All objects are
   * well-formed.
   */
  watch(options?: WatchOptions, hooks?: ListerWatcherHooks<T>): Observable<WatchEvent<T>>;
}

/** Throws an {@link OptionsError} for a value that is not a source. For a transport it advises `listWatch`. */
export function checkSource(of: string, source: unknown, allowed: string = aListerWatcher.allowed): void {
  if (aListerWatcher.test(source)) return;
  const isTransport = typeof (source as Partial<Transport> | null | undefined)?.open === 'function';
  const advice = isTransport ? `this is a Transport; give ${of}(listWatch(transport, resource))` : '';
  throw new OptionsError(
    `${of}: source`,
    source === undefined || source === null ? source : REDACTED,
    allowed,
    advice,
  );
}

/** The rule for a source. It is secret because it can contain credentials. */
export const aListerWatcher: Rule = {
  allowed: 'a ListerWatcher: { list(), watch() }',
  secret: true,
  test: (given) =>
    (['list', 'watch'] as const).every(
      (name) => typeof (given as Partial<Record<string, unknown>> | null | undefined)?.[name] === 'function',
    ),
};
