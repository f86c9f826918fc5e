import type { Observable, Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey, Rule } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import type { KubeObjectCodec } from './machine/object-codec.ts';

/** How a store keeps its objects in memory, for example `compact()`. */
export class ObjectStorage {
  readonly #createCodec: <T extends KubeObject>() => KubeObjectCodec<T>;

  /** @internal */
  constructor(createCodec: <T extends KubeObject>() => KubeObjectCodec<T>) {
    this.#createCodec = createCodec;
    Object.freeze(this);
  }

  /** @internal */
  createCodec<T extends KubeObject>(): KubeObjectCodec<T> {
    return this.#createCodec();
  }
}

/**
 * Checks the option `storage`: the value has to be an `ObjectStorage` of this library, such as `compact()`.
 */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => given instanceof ObjectStorage,
};

/**
 * The readable part of a store: the methods of client-go's `Indexer`, and the Observable of changes. The
 * returned objects and arrays are frozen, shared, and can be outdated.
 *
 * A read of an index that does not exist throws an `OptionsError`.
 */
export interface IndexedStore<T, Index extends string = string> {
  /** The number of objects in the store. */
  readonly size: number;
  /**
   * Whether the store has synced. With a reflector, `hasSynced` is true after the first complete list, as in
   * client-go. With other sources, `hasSynced` is true after the first change or list.
   */
  readonly hasSynced: boolean;
  /**
   * The resourceVersion of the last applied list, event or bookmark, or `''` before the first one. The
   * resourceVersion can go backwards, because a queue that coalesces by key can pop a later event before an
   * earlier event of another key.
   */
  readonly resourceVersion: string;
  /**
   * @internal The store has applied all events before this version. `resourceVersion` can be newer, because a queue that
   * coalesces by key can pop a later event first.
   */
  readonly completeVersion?: string;
  /**
   * Emits all changes of the store in batches. A new subscriber first gets the current objects as one batch
   * with `cause: 'replay'`, unless the store is empty. Then the subscriber gets each new batch synchronously,
   * without a gap or a duplicate (G12). The store updates its objects and indexes before it emits the batch
   * (G9). `batches$` completes or errors when the input of the store completes or errors.
   */
  readonly batches$: Observable<readonly Change<T>[]>;

  /**
   * Returns the object with the given key, or `undefined`. Only the store of an `informerSet` with the option
   * `cluster` uses the second argument, because there two objects can have the same key.
   */
  get(key: ObjectKey, cluster?: string): T | undefined;
  /**
   * Returns the objects in insertion order. The array is the same until the next change. An update of an
   * object does not change the order.
   */
  list(): readonly T[];
  /** Returns the keys in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /**
   * Returns the objects with the given index value, in the order in which they got the value. A large list
   * can reset this order to the order of `list()`.
   */
  byIndex(index: Index, value: string): readonly T[];
  /** Returns the keys of the objects with the given index value, in the order of `byIndex`. */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** Returns the distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** Returns the index functions by their names, in a new object. */
  getIndexers(): Indexers<never>;
  /**
   * Adds indexes, and fills them with the current objects. A call is possible at any time. If an index with
   * the same name exists, the method throws an `OptionsError`, and adds no index. The method returns the same
   * store. The type of the result contains the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): IndexedStore<T, Index | More>;
  /** @internal Returns the identities of the objects, in the order of `list()`. See `identityOf`. */
  readonly listIdentities?: () => readonly string[];
  /** @internal Whether each read decodes its objects again. */
  readonly decodes?: boolean;
  /** @internal Creates the changes of a resync without decoding. Absent if the objects need no decoding. */
  readonly resynced?: () => readonly Change<T>[];
  /**
   * @internal Emits when the object of a key has changed, once for each batch. A new subscriber gets one value
   * immediately if the object exists. The Observable ends like `batches$`. An event costs the same for any
   * number of subscribers of other keys.
   */
  changesOf?(key: ObjectKey, cluster?: string): Observable<unknown>;
  /**
   * @internal Like `batches$`, but a new subscriber first gets only the objects with the given index value, in
   * the order of `byIndex`. Later batches contain the changes of all objects.
   */
  batchesWithin?(index: Index, value: string): Observable<readonly Change<T>[]>;
}

/**
 * A store with its writable part. Only one part of a program should use the writable part. Subscribe the
 * store to an Observable of deltas like a Subject, or pass the store to `tap`. The store ends like a Subject.
 * After `complete` or `error` the store applies nothing, and `batches$` ends in the same way. Reads of the
 * store still work. A late subscriber gets the current objects and the completion, or only the error.
 */
export interface StoreSubject<T extends KubeObject, Index extends string = string>
  extends IndexedStore<T, Index>, Observer<Deltas<T>> {
  /**
   * Applies the deltas of one pop, and emits the changes. If a subscriber of the store calls `next` during a
   * notification, the store queues the call until the subscriber returns.
   */
  next: (deltas: Deltas<T>) => void;
  /**
   * Ends the input and `batches$` with an error. If `batches$` has no subscriber, RxJS reports the error as
   * unhandled, because the content is outdated. A store that is passed to `tap` reports the error in the same
   * way.
   */
  error: (error: unknown) => void;
  /** Ends the input of the store, and completes `batches$`. */
  complete: () => void;
  /**
   * Applies the deltas of one pop. Pass this method to the option `process` of a queue. If the deltas were
   * applied within the call, the result is `undefined`.
   *
   * The result is an Observable if the write has to wait for another write, or if the deltas are a list. A
   * list is prepared in slices of 5 ms, and then applied atomically. The Observable applies the deltas when
   * it is subscribed, emits the batch of changes (the batch can be empty), and completes. An earlier
   * unsubscribe cancels the write.
   */
  apply(deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined;
  /** Returns the store without `next`, `error`, `complete` and `apply`, for code that may only read. */
  asReadonly(): IndexedStore<T, Index>;
  /** @internal Returns the read-only store. The function wraps each Observable of the store. */
  asReadonly(wrap: <V>(stream$: Observable<V>) => Observable<V>): IndexedStore<T, Index>;
  /** @internal Creates an encoder for the objects of one list. */
  readonly listEncoder: (versionsReset?: boolean) => (object: T) => T;
}

/** The options of `indexedStore`. */
export interface StoreOptions<T, Index extends string = string> {
  /** Index functions by their names. `addIndexers` can add more index functions later. */
  readonly indexers?: Indexers<T, Index> | undefined;
  /**
   * A callback that gets each error that an index function throws. The object is then missing only in that
   * index. Default: RxJS reports the error as unhandled.
   */
  readonly onError?: ((error: HandlerError) => void) | undefined;
  /**
   * How the store keeps objects in memory. By default, the store keeps JavaScript objects, which need no
   * decoding. See {@link compact}.
   */
  readonly storage?: ObjectStorage | undefined;
}
