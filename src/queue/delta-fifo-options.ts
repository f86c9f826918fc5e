import type { Observable } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { Deltas } from './delta.ts';

/** How a queue is emptied. */
export interface DeltaFifoOptions<T extends KubeObject> {
  /**
   * client-go's `PopProcessFunc`: called with each pop, which the operator emits once it has been processed. The next pop waits for
   * the promise or the Observable that it returns, if it returns one. What it throws, or its Observable, ends the stream.
   */
  readonly process?: (deltas: Deltas<NoInfer<T>>) => unknown;
  /**
   * Each value takes one key; a value that finds nothing waits for the next delta, as client-go's `Pop` blocks: one
   * does, several are no more than one. Start a loop with a `BehaviorSubject`. Absent: each event passes at once.
   *
   * When it completes nobody will ask again: the queue completes too, after a pop that is owed, and drops the rest.
   * When it errors, so does the queue.
   */
  readonly pop?: Observable<unknown>;
  /**
   * Default 'key': deltas gather under their key, which keeps its place. 'arrival': strict order, nothing gathers
   * (client-go's RealFIFO).
   */
  readonly order?: 'key' | 'arrival';
}
