import { KubeError } from '../../objects/index.ts';

/**
 * Throw it from the process function of a pop of DeltaFIFO: the deltas go back to the end of the queue, unless newer deltas wait
 * under their key. It is client-go's former `ErrRequeue`. After any other error the deltas do not go back (B89).
 *
 * With a `cause` the pop fails with that cause; without one it succeeds.
 */
export class RequeueError extends KubeError {
  constructor(options?: { readonly cause?: unknown }) {
    super('transient', 'to be processed again', options);
  }
}
