import { ChunkedList, KubeError } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';
import type { Bounds } from '../delivery-options.ts';
import { type ChangeBuffer, isInitial } from './change-buffer.ts';

/** The bounded buffer of a slow subscriber overflowed. The error ends only this subscription. */
export class BufferOverflowError extends KubeError {
  /** The size of the buffer, in changes. */
  readonly size: number;

  constructor(size: number) {
    super(
      'fatal',
      `more than ${size} changes wait for a slow subscriber; make it faster, or its buffer larger`,
    );
    this.size = size;
  }
}

interface BufferedChange<T> {
  readonly change: Change<T>;
  readonly since: number;
}

/**
 * A buffer of at most `size` changes. The buffer copies each change out of its batch, because a reference to
 * a batch would keep all changes of the batch in memory (PF20).
 */
export class BoundedBuffer<T> implements ChangeBuffer<T> {
  readonly conflated = 0;
  readonly #bounds: Bounds;
  readonly #buffered = new ChunkedList<BufferedChange<T>>();
  #initial = 0;
  #dropped = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get pending(): number {
    return this.#buffered.size;
  }

  get initial(): number {
    return this.#initial;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get oldest(): number {
    return this.#buffered.peek()?.since ?? 0;
  }

  push(batch: readonly Change<T>[], since: number): void {
    const { size, overflow } = this.#bounds;
    if (overflow === 'error' && this.pending + batch.length > size) throw new BufferOverflowError(size);

    // If a batch is longer than the buffer, only the end of the batch is stored. So a long list costs no more
    // memory than the size of the buffer (PF9).
    const dropped = Math.max(0, batch.length - size);
    this.#dropped += dropped;
    for (const change of dropped === 0 ? batch : batch.slice(dropped)) {
      if (this.pending === size) {
        this.shift();
        this.#dropped += 1;
      }
      this.#buffered.push({ change, since });
      if (isInitial(change)) this.#initial += 1;
    }
  }

  shift(): Change<T> | undefined {
    const change = this.#buffered.shift()?.change;
    if (change !== undefined && isInitial(change)) this.#initial -= 1;
    return change;
  }
}
