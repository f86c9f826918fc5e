import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeltaStore } from './store.ts';

/**
 * The methods that read an index, with the names of client-go. If the index does not exist,
 * `listIndexFuncValues` returns an empty array, and all other methods throw an `OptionsError`.
 */
export interface IndexQueries<T, Index extends string = string> {
  /**
   * Returns the objects that share an index value with the given object, and each object only once. The given
   * object need not be in the store (B182).
   */
  index(index: Index, object: T): readonly T[];
  /** Returns the keys of the objects with an index value, in sorted order (B185). */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** Returns the objects with an index value, in the order in which the objects got this value. */
  byIndex(index: Index, value: string): readonly T[];
  /** Returns the distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** Returns the index functions by their names, as a copy. */
  getIndexers(): Indexers<T, Index>;
}

/** A store with indexes, as client-go's `Indexer`. */
export interface Indexer<T extends KubeObject, Index extends string = string>
  extends DeltaStore<T>, IndexQueries<T, Index> {
  /**
   * Adds indexes, and fills them with the stored objects. A call is possible at any time. If an index with
   * the same name exists, the method throws an `OptionsError` and adds no index. Unlike client-go, the method
   * does not change its argument (Q11). The method returns the same store, whose type contains the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): Indexer<T, Index | More>;
}
