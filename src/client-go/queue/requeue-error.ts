import { KubeError } from '../../objects/index.ts';

/**
 * Thrown by what processes a pop of DeltaFIFO: the deltas go back to the queue, behind all that waits, unless something
 * newer waits for their key. It is what client-go called `ErrRequeue`; any other error is no reason to (B89).
 *
 * With a `cause` the pop fails with that; without one it succeeds.
 */
export class RequeueError extends KubeError {
  constructor(options?: { readonly cause?: unknown }) {
    super('transient', 'to be processed again', options);
  }
}
