import type { Observable, Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey, Rule } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import type { ObjectCodec } from './machine/object-codec.ts';

/** How a store keeps its objects in memory, for example `compact()`. */
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
 * The readable part of a store: client-go's `Indexer`, and the changes. The returned objects and arrays are frozen, shared, and can
 * be outdated.
 *
 * Reading an index that does not exist throws an `OptionsError`.
 */
export interface IndexedStore<T, Index extends string = string> {
  /** The number of objects. */
  readonly size: number;
  /** True after the first change or list. With a reflector, it is true after the first complete list (client-go's rule). */
  readonly hasSynced: boolean;
  /**
   * The resourceVersion of the last applied list, event or bookmark, or `''` before the first. A queue that coalesces by key can
   * pop a later event before an earlier event of another key.
   */
  readonly resourceVersion: string;
  /**
   * Emits the current objects as one batch on subscribe (`cause: 'replay'`; no batch for an empty store). Then emits each applied
   * batch synchronously, without a gap or a duplicate (G12). A batch is in objects and indices before it is emitted (G9). Completes
   * and fails with the input of the store.
   */
  readonly batches$: Observable<readonly Change<T>[]>;

  /** Returns the object of a key. */
  get(key: ObjectKey): T | undefined;
  /** Returns the objects in insertion order, as the same array until the next change. An update does not change the order. */
  list(): readonly T[];
  /** Returns the keys in the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /**
   * Returns the objects of an index value, in the order in which they got the value. A large list can reset the order to that of
   * `list()`.
   */
  byIndex(index: Index, value: string): readonly T[];
  /** Returns the keys in the order of `byIndex`. */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** Returns the distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** Returns the index functions by name, in a new object. */
  getIndexers(): Indexers<never>;
  /**
   * Adds indices at any time, and indexes the current objects. For an existing name, throws an `OptionsError` and adds no index.
   * Returns the same store, typed with the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): IndexedStore<T, Index | More>;
  /** @internal Whether each read decodes its objects again. */
  readonly decodes?: boolean;
  /** @internal Creates the changes of a resync without decoding. Absent if the objects need no decoding. */
  readonly resynced?: () => readonly Change<T>[];
}

/**
 * A store with its writable part, for one owner. Subscribe the store to deltas like a Subject, or use it in `tap`.
 *
 * The store ends like a Subject. After `complete` or `error` it applies nothing, `batches$` ends in the same way, and reading still
 * works. A late subscriber gets the current objects and the completion, or only the error.
 */
export interface StoreSubject<T extends KubeObject, Index extends string = string>
  extends IndexedStore<T, Index>, Observer<Deltas<T>> {
  /**
   * Applies the deltas of one pop, and emits the changes. A call from inside a subscriber is queued until the subscriber returns.
   */
  next: (deltas: Deltas<T>) => void;
  /**
   * Ends the input and `batches$` with an error. If `batches$` has no subscriber, RxJS reports the error as unhandled, because the
   * content is outdated. The rule also applies to a store in `tap`.
   */
  error: (error: unknown) => void;
  /** Ends the input, and `batches$` with it. */
  complete: () => void;
  /**
   * Applies the deltas of one pop, as the `process` of a queue. Returns `undefined` if the deltas were applied within the call.
   *
   * Returns an Observable in two cases: a list is prepared in slices of 5 ms and replaced atomically, or a write has to wait for
   * another write. The Observable applies the deltas when it is subscribed to, emits the batch (empty without changes) and
   * completes. An earlier unsubscribe cancels the write.
   */
  apply(deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined;
  /** Returns the store without `next`, `error`, `complete` and `apply`, for code that must not write. */
  asReadonly(): IndexedStore<T, Index>;
  /** @internal Returns the store with other batches. */
  asReadonly(batches$: Observable<readonly Change<T>[]>): IndexedStore<T, Index>;
  /** @internal Creates an encoder for the objects of one list. */
  readonly listEncoder: (versionsReset?: boolean) => (object: T) => T;
}

/** The options of a store. */
export interface StoreOptions<T, Index extends string = string> {
  /** Index functions by name. `addIndexers` can add more later. */
  readonly indexers?: Indexers<T, Index> | undefined;
  /**
   * Called when an index function threw. The object is then missing only in that index. Default: RxJS reports the error as
   * unhandled.
   */
  readonly onError?: ((error: HandlerError) => void) | undefined;
  /** Default: objects are kept as they are, and a read needs no decoding; see {@link compact}. */
  readonly storage?: ObjectStorage | undefined;
}
