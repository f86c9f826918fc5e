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
  /** The number of objects per page. If `limit` is 0 or absent, the list has one page. */
  readonly limit?: number;
  /**
   * A selector for one shard of the collection (KEP-5866). A server without support for the selector sends
   * all objects.
   */
  readonly shardSelector?: string;
}

/** The query parameters of a watch. */
export interface WatchOptions {
  readonly resourceVersion?: string;
  /**
   * Whether to request a streamed list. In a streamed list, the current objects arrive as ADDED events, and a
   * bookmark with `initialEventsEnd` ends the list.
   */
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  /** A selector for one shard of the collection; see {@link ListOptions.shardSelector}. */
  readonly shardSelector?: string;
}

/** A page of a list. All pages of one list have the same resourceVersion. */
export interface ListPage<T extends KubeObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The number of objects on the pages after this page, if the server sends the number. */
  readonly remainingItemCount?: number;
}

/**
 * An event of a watch. An ERROR event of the server is not emitted: the Observable errors with a
 * `StatusError`.
 */
export type WatchEvent<T extends KubeObject> =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: T;
      /**
       * False means that `object` contains only name, namespace, uid and resourceVersion. This member is
       * possible only for `DELETED`. The receiver has the last full state of the object.
       */
      readonly finalStateKnown?: false;
    }
  | {
      /**
       * A bookmark means that the server has sent all events up to `resourceVersion`. A bookmark with
       * `initialEventsEnd` ends a streamed list.
       */
      readonly type: 'BOOKMARK';
      readonly resourceVersion: string;
      readonly initialEventsEnd?: boolean;
    };

export type BookmarkEvent = Extract<WatchEvent<KubeObject>, { type: 'BOOKMARK' }>;

export type ObjectEvent<T extends KubeObject> = Exclude<WatchEvent<T>, BookmarkEvent>;

/**
 * The arguments of `list` and `watch` in addition to the query parameters. A source may ignore any of the
 * members.
 */
export interface ListerWatcherHooks<T extends KubeObject> {
  /**
   * A callback that gets an incident for each object that the source omits, because the object is not
   * well-formed. The list or watch continues. Each of the first five objects has its own incident. All
   * further objects share one incident. `count` is the number of objects, with the default 1.
   *
   * An incident with the count 0 reports that the answer to a request has not begun after 5 s. If the answer
   * begins later, a second incident with the count 0 has a `ConnectionError` with `answered: true`.
   */
  readonly onIncident?: ((incident: KubeError, count?: number) => void) | undefined;
  /**
   * The deeply frozen objects that the caller of a list or a streamed list already has. If uid and
   * resourceVersion are equal, the state is equal. So a source may emit the object of the caller, and not
   * parse the JSON of the response. The source then does not detect broken JSON in that part of the response.
   *
   * A source calls `get` for each object. A source that wraps another source and changes its objects may not
   * pass `knownObjects` to the other source.
   */
  readonly knownObjects?:
    | {
        /** Returns the object that the caller has for the key, or `undefined` if the caller has none. */
        get(key: ObjectKey): T | undefined;
      }
    | undefined;
  /**
   * Whether the source reads API discovery after a 404. If the server serves the resource in no version of its
   * group, the source errors with a `StatusError` whose `isNotServed` is true. For any other result, also if
   * discovery fails, the source errors with the 404 alone. The reflector sets this member if a 404 lasts.
   */
  readonly checkServed?: boolean | undefined;
}

export type IncidentListener = NonNullable<ListerWatcherHooks<KubeObject>['onIncident']>;

/**
 * The source of a reflector, like client-go's `ListerWatcher`. The fake sources of `rx-informer/testing`
 * implement this interface.
 */
export interface ListerWatcher<T extends KubeObject> {
  /**
   * Emits the pages of one consistent list in their order, and then completes. If the Observable errors, the
   * emitted pages are not a complete list.
   */
  list(options?: ListOptions, hooks?: ListerWatcherHooks<T>): Observable<ListPage<T>>;

  /**
   * Emits the events of one watch. The Observable completes when the server closes the watch, and errors for
   * any other end. All objects are well-formed.
   */
  watch(options?: WatchOptions, hooks?: ListerWatcherHooks<T>): Observable<WatchEvent<T>>;

  /**
   * Emits the origin of the objects, now and whenever it changes: any value that identifies the server and the part of the
   * collection to which the requests go. Only a source whose objects can come from several origins, such as
   * `switchSource` of `rx-informer/scope`, has this member. The Observable never completes.
   *
   * A reflector sends its first request after the first value. At another value, the reflector ends its request, or its
   * wait for a retry, and lists immediately. The list replaces all objects, and the status reports no failure. A source that
   * wraps another source has the same `origin$`.
   */
  readonly origin$?: Observable<unknown> | undefined;
}

/**
 * Throws an {@link OptionsError} for a value that is not a ListerWatcher. If the value is a transport, the
 * error recommends `listWatch()`.
 */
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

/**
 * Checks an argument that has to be a ListerWatcher. Errors do not show the value, because a ListerWatcher
 * can contain credentials.
 */
export const aListerWatcher: Rule = {
  allowed: 'a ListerWatcher: { list(), watch() }',
  secret: true,
  test: (given) =>
    (['list', 'watch'] as const).every(
      (name) => typeof (given as Partial<Record<string, unknown>> | null | undefined)?.[name] === 'function',
    ),
};
