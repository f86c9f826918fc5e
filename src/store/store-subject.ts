import type { Observable, Observer } from 'rxjs';
import type { HandlerError, KubeObject, ObjectKey, Rule } from '../objects/index.ts';
import type { Deltas } from '../queue/index.ts';
import type { Change } from './change.ts';
import type { Indexers } from './index-func.ts';
import type { ObjectCodec } from './machine/object-codec.ts';

/** How a store keeps its objects; `compact()` is one. */
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

/** A storage that this library made. */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => given instanceof ObjectStorage,
};

/**
 * The reading half: client-go's `Indexer`, and its changes. What it returns is frozen, shared, and may be stale.
 *
 * A question about an index that does not exist throws an `OptionsError`.
 */
export interface IndexedStore<T, Index extends string = string> {
  /** How many objects there are. */
  readonly size: number;
  /** True from the first delta on, for good: with a reflector, from the first complete list (client-go's rule). */
  readonly hasSynced: boolean;
  /**
   * The version that the content equals: that of the last list, event or bookmark applied; `''` before the first. A
   * queue that gathers by key may hand a later event out before an earlier one of another key.
   */
  readonly resourceVersion: string;
  /**
   * On subscribing what is there, as one batch (`cause: 'replay'`; none if empty), then each batch as it is applied,
   * synchronously: no gap, no duplicate (G12). When it tells, content and indices already show it (G9). It ends as the
   * store's own input does.
   */
  readonly batches$: Observable<readonly Change<T>[]>;

  /** The object under a key. */
  get(key: ObjectKey): T | undefined;
  /** In insertion order, which an update does not change; the same array until something changes. */
  list(): readonly T[];
  /** In the order of `list()`. */
  listKeys(): readonly ObjectKey[];
  /** In the order in which they came under this value; a large list may set it back to that of `list()`. */
  byIndex(index: Index, value: string): readonly T[];
  /** In the order of `byIndex`. */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** The distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** The index functions by name, in an object of their own. */
  getIndexers(): Indexers<never>;
  /**
   * At any time; what is there is indexed at once; a name already taken is an `OptionsError`, and nothing is added.
   * Returns the same store, typed with the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): IndexedStore<T, Index | More>;
  /** @internal Whether each read decodes its objects anew. */
  readonly decodes?: boolean;
  /** @internal Each object once more, where that needs no decoding. */
  readonly resynced?: () => readonly Change<T>[];
}

/**
 * The writing half: whoever holds it is the one owner. Subscribe it to deltas, as one subscribes a Subject, or `tap`
 * it.
 *
 * It ends like a Subject: after `complete` or `error` nothing is applied any more, `batches$` ends alike (a latecomer
 * still gets what is there before the completion, an error alone), and reading goes on.
 */
export interface StoreSubject<T extends KubeObject, Index extends string = string>
  extends IndexedStore<T, Index>, Observer<Deltas<T>> {
  /** Applies what one pop took, and tells it; from inside a subscriber, once that has returned. */
  next: (deltas: Deltas<T>) => void;
  /**
   * Ends the store's input, and `batches$` with it. Where nothing subscribes to `batches$`, it is RxJS's unhandled error, also
   * behind a `tap`: the store stays as it is from then on.
   */
  error: (error: unknown) => void;
  /** Ends the store's input, and `batches$` with it. */
  complete: () => void;
  /**
   * Applies what one pop took: the `process` of a queue. Returns nothing where that is done at once.
   *
   * A list is prepared in slices of 5 ms while the store serves the old content, and appears at once; a write that comes while
   * another one runs waits. Then it returns an Observable, which applies when it is subscribed to, emits the batch (an empty one
   * where nothing changed) and completes. Unsubscribing before that leaves no trace.
   */
  apply(deltas: Deltas<T>): Observable<readonly Change<T>[]> | undefined;
  /** The same store without `next`, `error`, `complete` and `apply`: what to give away. */
  asReadonly(): IndexedStore<T, Index>;
  /** @internal The same over other batches than its own. */
  asReadonly(batches$: Observable<readonly Change<T>[]>): IndexedStore<T, Index>;
  /** @internal Makes an encoder for the objects of one list, until the list is complete. */
  readonly listEncoder: (versionsReset?: boolean) => (object: T) => T;
}

/** What a store needs to know. */
export interface StoreOptions<T, Index extends string = string> {
  /** Index functions by name; more can come later by `addIndexers`. */
  readonly indexers?: Indexers<T, Index> | undefined;
  /**
   * Hears of an index function that threw: that object is missing from that index, nothing else happens. Default:
   * RxJS's unhandled error.
   */
  readonly onError?: ((error: HandlerError) => void) | undefined;
  /** Default: objects are kept as they are, and a read costs nothing; see {@link compact}. */
  readonly storage?: ObjectStorage | undefined;
}
