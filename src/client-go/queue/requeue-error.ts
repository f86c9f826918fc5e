import { KubeError } from '../../objects/index.ts';

/**
 * Sends the deltas of a pop of DeltaFIFO back to the end of the queue: throw it from the process function. The deltas
 * do not go back if the queue has newer deltas of their key. It is client-go's former `ErrRequeue`. After any other
 * error the deltas do not go back (B89).
 *
 * With a `cause` the pop fails with the cause; without one the pop succeeds.
 */
export class RequeueError extends KubeError {
  constructor(options?: { readonly cause?: unknown }) {
    super('transient', 'to be processed again', options);
  }
}
