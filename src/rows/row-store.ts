import { type Observable, of } from 'rxjs';
import type { HandlerError } from '../objects/index.ts';
import {
  type Change,
  clusteredCodec,
  type Indexers,
  ObjectCache,
  storeCore,
  type StoreCore,
} from '../store/index.ts';
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
export interface RowStore<Row, Index extends string> extends StoreCore<Row, Index> {
  readonly hasSynced: boolean;
  readonly listIdentities: () => readonly string[];
  /** The cause of the changes of a complete batch. */
  readonly listCause: 'initial' | 'relist';
  /** Applies a batch. A long batch is evaluated in slices of 5 ms, and then applied atomically. */
  readonly apply: (batch: RowBatch<Row>) => Observable<unknown>;
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
    ({ kind }: RowBatch<Row>, writes: readonly RowWrite<Row>[]) =>
    (changes: Change<Row>[]): void => {
      commitRows(cache, writes, kind, identity, changes);
      if (kind !== 'changes') cache.hasSynced = true;
    };

  return {
    ...core,
    get hasSynced() {
      return cache.hasSynced;
    },
    listIdentities: () => cache.keys(),
    get listCause() {
      return cache.hasSynced ? 'relist' : 'initial';
    },
    apply(batch: RowBatch<Row>): Observable<unknown> {
      if (!core.isFree || batch.length > longBatch) {
        return core.writeInSlices(function* () {
          return commit(batch, yield* evaluated(batch));
        });
      }
      const writes: RowWrite<Row>[] = [];
      for (let nth = 0; nth < batch.length; nth++) batch.evaluate(nth, (write) => void writes.push(write));
      return of(core.write(commit(batch, writes)));
    },
  };
}

/** Within a task, a batch of up to this many changes is applied at once. A change takes about 1 µs. */
const longBatch = 1_000;
