import { KubeError } from '../../objects/index.ts';

/** The error of a pop when the queue is closed and empty: client-go's `ErrFIFOClosed` (B87, B109). */
export class FifoClosedError extends KubeError {
  constructor() {
    super('fatal', 'the queue is closed, and nothing waits in it; create another queue to continue');
  }
}
