import { KubeError } from '../objects/index.ts';

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
