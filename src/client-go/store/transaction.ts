import { KubeError, type ObjectKey } from '../../objects/index.ts';

/** One write of several: client-go's `Transaction`. */
export interface Transaction<T> {
  readonly type: 'Add' | 'Update' | 'Delete';
  readonly object: T;
}

/** The same with its key, as a `ThreadSafeStore` takes it. */
export interface ThreadSafeStoreTransaction<T> extends Transaction<T> {
  readonly key: ObjectKey;
}

/** Some writes of a transaction had no key; the others were applied (B188). */
export class TransactionError extends KubeError {
  /** The number of writes. */
  readonly totalTransactions: number;
  /** The positions of the writes that were applied. */
  readonly successfulIndices: readonly number[];
  /** The errors of the others, in order. */
  readonly errors: readonly unknown[];

  constructor(total: number, successful: readonly number[], errors: readonly unknown[]) {
    super('fatal', `failed to execute (${errors.length}/${total}) transactions`, { cause: errors[0] });
    this.totalTransactions = total;
    this.successfulIndices = successful;
    this.errors = errors;
  }
}
