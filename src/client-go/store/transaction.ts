import { KubeError, type ObjectKey } from '../../objects/index.ts';

/** One write of a transaction, as client-go's `Transaction`. */
export interface Transaction<T> {
  readonly type: 'Add' | 'Update' | 'Delete';
  readonly object: T;
}

/** One write of a transaction of a `ThreadSafeStore`, with its key. */
export interface ThreadSafeStoreTransaction<T> extends Transaction<T> {
  readonly key: ObjectKey;
}

/**
 * The error for a transaction if the key function threw for some writes. The other writes were applied
 * (B188).
 */
export class TransactionError extends KubeError {
  /** The number of writes of the transaction. */
  readonly totalTransactions: number;
  /** The indexes of the applied writes in the array of the transaction, in ascending order. */
  readonly successfulIndices: readonly number[];
  /** The errors of the writes that failed, in the order of the transaction. */
  readonly errors: readonly unknown[];

  constructor(total: number, successful: readonly number[], errors: readonly unknown[]) {
    super('fatal', `failed to execute (${errors.length}/${total}) transactions`, { cause: errors[0] });
    this.totalTransactions = total;
    this.successfulIndices = successful;
    this.errors = errors;
  }
}
