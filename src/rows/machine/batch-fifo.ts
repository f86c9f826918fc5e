import { ChunkedList } from '../../objects/index.ts';
import type { Fifo } from '../../queue/index.ts';
import type { RowBatch } from './row-writes.ts';

/** The batches that wait until the store has applied an earlier batch. */
export class BatchFifo<Row> implements Fifo<RowBatch<Row>, RowBatch<Row>> {
  readonly hasSynced = true;
  readonly #batches = new ChunkedList<RowBatch<Row>>();

  get length(): number {
    return this.#batches.size;
  }

  write(batch: RowBatch<Row>): void {
    this.#batches.push(batch);
  }

  pop(): RowBatch<Row> | undefined {
    return this.#batches.shift();
  }
}
