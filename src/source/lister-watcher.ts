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

/** The query of a list, in the API server's own words. */
export interface ListOptions {
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  /** Objects a page; 0 or absent: one page. */
  readonly limit?: number;
  /** A part of the collection (KEP-5866); a server that does not know it sends all. */
  readonly shardSelector?: string;
}

/** The query of a watch, in the API server's own words. */
export interface WatchOptions {
  readonly resourceVersion?: string;
  /** True asks for a streamed list: the state as ADDED events, closed by a bookmark with `initialEventsEnd`. */
  readonly sendInitialEvents?: boolean;
  readonly allowWatchBookmarks?: boolean;
  readonly timeoutSeconds?: number;
  /** As that of a list. */
  readonly shardSelector?: string;
}

/** A page of a list; every page of one list has the same resourceVersion. */
export interface ListPage<T extends KubeObject> {
  readonly items: readonly T[];
  readonly resourceVersion: string;
  /** What the server says is still to come, when it says so. */
  readonly remainingItemCount?: number;
}

/** What a watch emits. The wire's ERROR is not among them: it ends the stream with a `StatusError`. */
export type WatchEvent<T extends KubeObject> =
  | {
      readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: T;
      /** Only on `DELETED`: `object` has name, namespace, uid and resourceVersion only. The last full state is the one that you have. */
      readonly finalStateKnown?: false;
    }
  | {
      /** Everything up to `resourceVersion` has been sent; `initialEventsEnd` closes a streamed list. */
      readonly type: 'BOOKMARK';
      readonly resourceVersion: string;
      readonly initialEventsEnd?: boolean;
    };

export type BookmarkEvent = Extract<WatchEvent<KubeObject>, { type: 'BOOKMARK' }>;

export type ObjectEvent<T extends KubeObject> = Exclude<WatchEvent<T>, BookmarkEvent>;

/** What the caller of a `ListerWatcher` gives it beside the query. A source may ignore each. */
export interface ListerWatcherHooks<T extends KubeObject> {
  /**
   * Called for an object that was left out because it was not well-formed; the list or the watch goes on. Of many the first
   * five have an incident each, and the others one together: `count` says for how many an incident stands, default 1. It is 0
   * where nothing was left out: a watch whose answer is late, a `ConnectionError` that says by `answered` whether it has begun since.
   */
  readonly onIncident?: ((incident: KubeError, count?: number) => void) | undefined;
  /**
   * The objects, deeply frozen, that the caller of a list or a streamed list has already. An object of equal uid and
   * resourceVersion is the same state: a source may emit the known one and save itself the parsing. Then broken JSON in the rest of
   * the object goes unnoticed. `get` is called for each object. A source that alters what another one lists does not pass it on.
   */
  readonly knownObjects?:
    | {
        /** The object that the caller has under this key. */
        get(key: ObjectKey): T | undefined;
      }
    | undefined;
}

export type IncidentListener = NonNullable<ListerWatcherHooks<KubeObject>['onIncident']>;

/** client-go's `ListerWatcher`: the one thing a reflector needs, and the one thing a fake has to implement. */
export interface ListerWatcher<T extends KubeObject> {
  /**
   * The pages of one consistent list, in order, then completes. An error makes the whole list void.
   */
  list(options?: ListOptions, hooks?: ListerWatcherHooks<T>): Observable<ListPage<T>>;

  /**
   * Completes when the server closes the stream, errors on all else; never emits an object that is not well-formed.
   */
  watch(options?: WatchOptions, hooks?: ListerWatcherHooks<T>): Observable<WatchEvent<T>>;
}

/** Throws an {@link OptionsError} for what is no source; of a transport it says what is missing. */
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

/** Whether a value can be reflected. What it holds may be secret. */
export const aListerWatcher: Rule = {
  allowed: 'a ListerWatcher: { list(), watch() }',
  secret: true,
  test: (given) =>
    (['list', 'watch'] as const).every(
      (name) => typeof (given as Partial<Record<string, unknown>> | null | undefined)?.[name] === 'function',
    ),
};
