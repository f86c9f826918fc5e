import type { Observable, Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey, Rule } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import type { ObjectCodec } from './machine/object-codec.ts';

/** How a store keeps its objects in memory, as `compact()`. */
export class ObjectStorage {
  readonly #createCodec: <T extends KubeObject>() => ObjectCodec<T>;

  /** @internal */
  constructor(createCodec: <T extends KubeObject>() => ObjectCodec<T>) {
    this.#createCodec = createCodec;
    Object.freeze(this);
  }

  /** @internal */
  createCodec<T extends KubeObject>(): ObjectCodec<T> {
    return this.#createCodec();
  }
}

/** The rule for a storage of this library. */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => given instanceof ObjectStorage,
};

/**
 * The readable part of a store: client-go's `Indexer`, and the changes. The returned objects and arrays are frozen, shared, and can be
 * stale.
 *
 * Reading an index that does not exist throws an `OptionsError`.
 */
export interface IndexedStore<T, Index extends string = string> {
  /** The number of objects. */
  readonly size: number;
  /** True from the first change or list on. With a reflector that is the first complete list (client-go's rule). */
  readonly hasSynced: boolean;
  /**
   * The resourceVersion of the last list, event or bookmark that was applied; `''` before the first. A queue that coalesces by key can
   * pop a later event before an earlier one of another key.
   */
  readonly resourceVersion: string;
  /**
   * Emits the current objects as one batch on subscribe (`cause: 'replay'`; no batch for an empty store), then each batch when it is
   * applied, synchronously: no gap, no duplicate (G12). Objects and indices show a batch before it is emitted (G9). Completes and fails
   * with the input of the store.
   */
  readonly batches$: Observable<readonly Change<T>[]>;

  /** The object of a key. */
  get(key: ObjectKey): T | undefined;
  /** The objects in insertion order. An update does not change the order. The same array until the next change. */
  list(): readonly T[];
  /** The keys in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** The objects of an index value, in the order in which they got the value. A large list can reset the order to that of `list()`. */
  byIndex(index: Index, value: string): readonly T[];
  /** The keys in the order of `byIndex`. */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** The distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** The index functions by name, in a new object. */
  getIndexers(): Indexers<never>;
  /**
   * Adds indices at any time, and indexes the current objects. Throws an `OptionsError` for an existing name, and adds none. Returns the
   * same store, typed with the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): IndexedStore<T, Index | More>;
  /** @internal Whether each read decodes its objects again. */
  readonly decodes?: boolean;
  /** @internal Makes the changes of a resync without decoding; absent if the objects need no decoding. */
  readonly resynced?: () => readonly Change<T>[];
}

/**
 * A store with its writable part; it has one owner. Subscribe it to deltas like a Subject, or use it in `tap`.
 *
 * It ends like a Subject. After `complete` or `error` it applies nothing, `batches$` ends in the same way, and reading still works. A
 * late subscriber gets the current objects and the completion, or the error only.
 */
export interface StoreSubject<T extends KubeObject, Index extends string = string>
  extends IndexedStore<T, Index>, Observer<Deltas<T>> {
  /** Applies the deltas of one pop, and emits the changes. A call from inside a subscriber is queued until the subscriber returns. */
  next: (deltas: Deltas<T>) => void;
  /**
   * Ends the input with an error, and `batches$` with it. Without a subscriber of `batches$` the error is RxJS's
   * unhandled error, also with `tap`, because the content is outdated from then on.
   */
  error: (error: unknown) => void;
  /** Ends the input, and `batches$` with it. */
  complete: () => void;
  /**
   * Applies the deltas of one pop: the `process` of a queue. Returns `undefined` if it has applied them within the call.
   *
   * Otherwise it returns an Observable: for a list, which is prepared in slices of 5 ms and replaced atomically, and for a write that has
   * to wait for another one. The Observable applies the deltas when it is subscribed to, emits the batch (an empty one for no changes)
   * and completes. An unsubscribe before that changes nothing.
   */
  apply(deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined;
  /** The same store without `next`, `error`, `complete` and `apply`, for code that must not write. */
  asReadonly(): IndexedStore<T, Index>;
  /** @internal The same store with other batches. */
  asReadonly(batches$: Observable<readonly Change<T>[]>): IndexedStore<T, Index>;
  /** @internal Creates an encoder for the objects of one list. */
  readonly listEncoder: (versionsReset?: boolean) => (object: T) => T;
}

/** The options of a store. */
export interface StoreOptions<T, Index extends string = string> {
  /** Index functions by name. `addIndexers` can add more later. */
  readonly indexers?: Indexers<T, Index> | undefined;
  /**
   * Called when an index function threw. The object is then missing in that index only. Default: RxJS's unhandled error.
   */
  readonly onError?: ((error: HandlerError) => void) | undefined;
  /** Default: objects are kept as they are, and a read needs no decoding; see {@link compact}. */
  readonly storage?: ObjectStorage | undefined;
}
