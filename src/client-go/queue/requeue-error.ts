import { KubeError } from '../../objects/index.ts';

/**
 * The error with which the process function returns its deltas to a DeltaFIFO. The deltas go to the end of
 * the queue. If the queue has newer deltas of the key, the popped deltas are dropped. The error is
 * client-go's former `ErrRequeue`. After any other error the deltas do not return to the queue (B89).
 *
 * If the error has a `cause`, the pop errors with the cause. Without a cause the pop succeeds.
 */
export class RequeueError extends KubeError {
  constructor(options?: { readonly cause?: unknown }) {
    super('transient', 'to be processed again', options);
  }
}
