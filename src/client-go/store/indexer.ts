import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeltaStore } from './store.ts';

/**
 * The reads of an index, by client-go's names. An index that does not exist is an `OptionsError`; only `listIndexFuncValues`
 * returns an empty array for it.
 */
export interface IndexQueries<T, Index extends string = string> {
  /** The objects that share a value with the given object, each once. The given object need not be stored (B182). */
  index(index: Index, object: T): readonly T[];
  /** The keys under a value, sorted (B185). */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** The objects under a value, in the order in which they got this value. */
  byIndex(index: Index, value: string): readonly T[];
  /** The distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** A copy of the functions by name. */
  getIndexers(): Indexers<T, Index>;
}

/** client-go's `Indexer`: a store with indices. */
export interface Indexer<T extends KubeObject, Index extends string = string>
  extends DeltaStore<T>, IndexQueries<T, Index> {
  /**
   * Adds indices, at any time, and indexes the stored objects at once. A name that exists is an `OptionsError`, and nothing is
   * added. The given object does not change (against Q11). Returns the same store, typed with the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): Indexer<T, Index | More>;
}
