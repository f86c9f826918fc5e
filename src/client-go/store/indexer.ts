import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeltaStore } from './store.ts';

/**
 * The reads of an index, by client-go's names. If the index does not exist, `listIndexFuncValues` returns an empty array, and all
 * other methods throw an `OptionsError`.
 */
export interface IndexQueries<T, Index extends string = string> {
  /**
   * Returns the objects that share an index value with the given object, each object once. The given object need not be stored
   * (B182).
   */
  index(index: Index, object: T): readonly T[];
  /** Returns the keys under a value, sorted (B185). */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** Returns the objects under a value, in the order in which the objects got this value. */
  byIndex(index: Index, value: string): readonly T[];
  /** Returns the distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** Returns a copy of the index functions by name. */
  getIndexers(): Indexers<T, Index>;
}

/** client-go's `Indexer`: a store with indices. */
export interface Indexer<T extends KubeObject, Index extends string = string>
  extends DeltaStore<T>, IndexQueries<T, Index> {
  /**
   * Adds indices at any time, and indexes the stored objects at once. If a name exists, throws an `OptionsError` and adds no index.
   * Does not change its argument, unlike client-go (Q11). Returns the same store with the type of the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): Indexer<T, Index | More>;
}
