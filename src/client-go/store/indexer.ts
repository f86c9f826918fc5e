import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Indexers } from '../../store/index.ts';
import type { DeltaStore } from './store.ts';

/**
 * What an index answers, by client-go's names. One that does not exist is an `OptionsError`, but has no values: there
 * `listIndexFuncValues` is empty.
 */
export interface IndexQueries<T, Index extends string = string> {
  /** What has a value in common with an object, which need not be stored; each once (B182). */
  index(index: Index, object: T): readonly T[];
  /** The keys under a value, sorted (B185). */
  indexKeys(index: Index, value: string): readonly ObjectKey[];
  /** The objects under a value, in the order in which they came under it. */
  byIndex(index: Index, value: string): readonly T[];
  /** The distinct values of an index (B184). */
  listIndexFuncValues(index: Index): readonly string[];
  /** The functions by name, in an object of their own. */
  getIndexers(): Indexers<T, Index>;
}

/** client-go's `Indexer`: a store with indices. */
export interface Indexer<T extends KubeObject, Index extends string = string>
  extends DeltaStore<T>, IndexQueries<T, Index> {
  /**
   * At any time; what is there is indexed at once; a name already taken is an `OptionsError`, and nothing is added. The
   * object given stays as it is (against Q11). Returns the same store, typed with the new names.
   */
  addIndexers<More extends string>(indexers: Indexers<T, More>): Indexer<T, Index | More>;
}
