import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { DeletedFinalStateUnknown } from '../tombstone.ts';

/** client-go's `MutationCache`: a store with one's own writes over it, until the watch has brought them. */
export interface MutationCache<T extends KubeObject, Index extends string = string> {
  /** The newer of what the store has and what was written; what the store lacks only with `includeAdds`. */
  getByKey(key: ObjectKey): T | undefined;
  /**
   * What the indexer has under a value, each the newer of the two; with `includeAdds` also what was written and belongs
   * there.
   *
   * @throws OptionsError without an indexer
   */
  byIndex(index: Index, value: string): readonly T[];
  /** Notes what a write answered with; one older than what is noted already is ignored. */
  mutation(object: T): void;
  /** The watch has brought an object: an equal or older write of it is forgotten (B198). */
  onAddOrUpdate(object: T): void;
  /**
   * The watch has brought an end: what was written of that object is forgotten, and a late answer of such a write is
   * ignored. One made anew under its name stays, or is accepted (B199).
   */
  onDelete(object: T | DeletedFinalStateUnknown<T>): void;
}

/** What a mutation cache may be told. */
export interface MutationCacheOptions {
  /**
   * Default false: what the store lacks is not told, for nobody can say whether it has not come yet or has gone. True:
   * it is.
   */
  readonly includeAdds?: boolean;
}
