import type { MonoTypeOperatorFunction, Observable } from 'rxjs';
import type { HandlerError } from '../objects/index.ts';
import { processed } from '../queue/index.ts';
import {
  type Change,
  clusteredCodec,
  type Indexers,
  ObjectCache,
  type StoreCore,
  storeCore,
} from '../store/index.ts';
import { BatchFifo } from './machine/batch-fifo.ts';
import {
  commitRows,
  evaluated,
  type RowBatch,
  type RowIdentity,
  type RowWrite,
} from './machine/row-writes.ts';

/** The options of a store of rows. */
export interface RowStoreOptions<Row, Index extends string> extends RowIdentity<Row> {
  readonly indexers: Indexers<Row, Index> | undefined;
  readonly onError: ((error: HandlerError) => void) | undefined;
}

/** The store of an informer that gets its content from other informers. */
export interface RowStore<Row, Index extends string> extends Pick<
  StoreCore<Row, Index>,
  'batches$' | 'asReadonly'
> {
  readonly hasSynced: boolean;
  /** The cause of the changes of a complete list of rows. */
  readonly listCause: 'initial' | 'relist';
  readonly listIdentities: () => readonly string[];
  /**
   * Applies the batches one after the other. A long batch is evaluated in slices of 5 ms, and then applied atomically. The
   * batches that arrive meanwhile wait.
   */
  readonly apply: MonoTypeOperatorFunction<RowBatch<Row>>;
}

/** Creates the store of an informer that gets its content from other informers. */
export function rowStore<Row, Index extends string>({
  indexers,
  onError,
  ...identity
}: RowStoreOptions<Row, Index>): RowStore<Row, Index> {
  const cache = new ObjectCache<Row>(clusteredCodec());
  const core = storeCore<Row, Index>(cache, indexers, onError);

  const commit =
    ({ type }: RowBatch<Row>, writes: readonly RowWrite<Row>[]) =>
    (changes: Change<Row>[]): void => {
      commitRows(cache, writes, type, identity, changes);
      if (type !== 'changes') cache.hasSynced = true;
    };

  const applyOne = (batch: RowBatch<Row>): Observable<unknown> | undefined => {
    if (!core.isFree || batch.length > longBatch) {
      return core.writeInSlices(function* () {
        return commit(batch, yield* evaluated(batch));
      });
    }
    const writes: RowWrite<Row>[] = [];
    for (let nth = 0; nth < batch.length; nth++) batch.evaluate(nth, (write) => void writes.push(write));
    core.write(commit(batch, writes));
    return undefined;
  };

  return {
    batches$: core.batches$,
    asReadonly: core.asReadonly,
    get hasSynced() {
      return cache.hasSynced;
    },
    listIdentities: () => cache.keys(),
    get listCause() {
      return cache.hasSynced ? 'relist' : 'initial';
    },
    apply: processed(() => new BatchFifo<Row>(), applyOne),
  };
}

/** Within a task, a batch of up to this many changes is applied at once. A change takes about 1 µs. */
const longBatch = 1_000;
