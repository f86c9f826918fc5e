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
  /** The number of objects per page. If the number is 0 or absent, the list has one page. */
  readonly limit?: number;
  /** A part of the collection (KEP-5866). A server without support for the selector sends all objects. */
  readonly shardSelector?: string;
}

/** The query parameters of a watch. */
export interface WatchOptions {
  readonly resourceVersion?: string;
  /**
   * True requests a streamed list. The current objects arrive as ADDED events, and a bookmark with `initialEventsEnd` ends the
   * list.
   */
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  /** See {@link ListOptions.shardSelector}. */
  readonly shardSelector?: string;
}

/** A page of a list. All pages of one list have the same resourceVersion. */
export interface ListPage<T extends KubeObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** The number of objects on later pages, if the server sends the number. */
  readonly remainingItemCount?: number;
}

/** An event of a watch. An ERROR event of the server fails the stream with a `StatusError` instead. */
export type WatchEvent<T extends KubeObject> =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: T;
      /**
       * Present only for `DELETED`: `object` has only name, namespace, uid and resourceVersion. The receiver has the last full
       * state.
       */
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

/** The parameters of a `ListerWatcher` in addition to the query. A source may ignore each member. */
export interface ListerWatcherHooks<T extends KubeObject> {
  /**
   * Called for an object that was left out because the object is not well-formed. The list or watch continues. The first five
   * objects have one incident each. All further objects share one incident: `count` is the number of objects, default 1.
   *
   * Count 0 reports a late answer to the watch. `answered` of the `ConnectionError` says whether the answer has begun in the
   * meantime.
   */
  readonly onIncident?: ((incident: KubeError, count?: number) => void) | undefined;
  /**
   * The deeply frozen objects that the caller of a list or a streamed list already has. Equal uid and resourceVersion mean equal
   * state, so a source may emit the known object without parsing the new text. The source then does not detect broken JSON in the
   * text.
   *
   * A source calls `get` for each object. A source that changes objects of an inner source must not pass `knownObjects` to the
   * inner source.
   */
  readonly knownObjects?:
    | {
        /** Returns the caller's object with the key. */
        get(key: ObjectKey): T | undefined;
      }
    | undefined;
}

export type IncidentListener = NonNullable<ListerWatcherHooks<KubeObject>['onIncident']>;

/** client-go's `ListerWatcher`: the source of a reflector. Fake sources implement this interface. */
export interface ListerWatcher<T extends KubeObject> {
  /**
   * Emits the pages of one consistent list, in order, then completes. If an error follows, the emitted pages are no complete list.
   */
  list(options?: ListOptions, hooks?: ListerWatcherHooks<T>): Observable<ListPage<T>>;

  /**
   * Emits the events of one watch. Completes when the server closes the stream, and fails in all other cases. All objects are
   * well-formed.
   */
  watch(options?: WatchOptions, hooks?: ListerWatcherHooks<T>): Observable<WatchEvent<T>>;
}

/**
 * Throws an {@link OptionsError} for a value that is not a source. If the value is a transport, the error recommends `listWatch`.
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

/** The rule for a source. The value is secret, because a source can contain credentials. */
export const aListerWatcher: Rule = {
  allowed: 'a ListerWatcher: { list(), watch() }',
  secret: true,
  test: (given) =>
    (['list', 'watch'] as const).every(
      (name) => typeof (given as Partial<Record<string, unknown>> | null | undefined)?.[name] === 'function',
    ),
};
