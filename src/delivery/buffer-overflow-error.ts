import { KubeError } from '../objects/index.ts';

/** A subscriber with a bounded buffer was too slow. Its subscription has ended; the other subscriptions continue. */
export class BufferOverflowError extends KubeError {
  /** How many changes may wait. */
  readonly size: number;

  constructor(size: number) {
    super(
      'fatal',
      `more than ${size} changes wait for a slow subscriber; make it faster, or its buffer larger`,
    );
    this.size = size;
  }
}
