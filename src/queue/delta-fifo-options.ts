import type { Observable } from 'rxjs';
import type { KnownObjects, HandlerError, KubeObject } from '../objects/index.ts';
import type { Deltas, KeyDeltas } from './delta.ts';

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

/** How `deltaFifoByKey` is emptied, and what it knows. */
export interface ByKeyOptions<T extends KubeObject> {
  /**
   * As {@link DeltaFifoOptions.pop}; what was taken is with the consumer until the next value, so that a delete of it is
   * not lost, whoever is slow. Absent: all that an event leads to passes at once, key by key, and what is known has to
   * follow at once, too.
   */
  readonly pop?: Observable<unknown>;
  /** As {@link DeltaFifoOptions.process}. */
  readonly process?: (deltas: KeyDeltas<NoInfer<T>>) => unknown;
  /**
   * What the consumer has already: what of it a list lacks is deleted, and it is what a resync repeats. Without it
   * only what waits in the queue is known: a delete of anything else is dropped, and a resync does nothing.
   *
   * A `get` that throws is told to `onError`; such a key counts as known, its object as unknown (B79).
   */
  readonly knownObjects?: KnownObjects<T>;
  /** Default true, as informers set it: the objects of a list come as `Replaced`; else as `Sync` (B80). */
  readonly emitDeltaTypeReplaced?: boolean;
  /**
   * Runs on each object as it is queued, but not on what comes from the known objects (B86). What it throws ends the
   * stream. `reflect` transforms at the door: this is for a queue of one's own.
   */
  readonly transform?: (object: NoInfer<T>) => NoInfer<T>;
  /** Hears of a look-up in `knownObjects` that threw. Default: RxJS's unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}
