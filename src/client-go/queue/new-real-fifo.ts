import type { Observable } from 'rxjs';
import {
  aBoolean,
  anObject,
  checkArgument,
  checkOptions,
  integer,
  type KubeObject,
  OptionsError,
} from '../../objects/index.ts';
import type { RealDeltas } from './key-delta.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';
import { imperativePop } from './imperative-pop.ts';
import { imperativeQueue } from './imperative-queue.ts';
import { RealFifo } from './machine/real-fifo.ts';
import { queueRules } from './queue-rules.ts';
import type { PopProcessFunc, Queue, QueueOptions } from './queue.ts';

/** client-go's `RealFIFOOptions`. */
export interface RealFIFOOptions<T extends KubeObject> extends QueueOptions<T> {
  /**
   * Default false: a replace and a resync become deltas of each key, and `knownObjects` is required. True: a replace becomes one
   * `ReplacedAll`, a resync becomes one `SyncAll`, and `knownObjects` is not allowed.
   */
  readonly atomicEvents?: boolean;
  /** Default false: the queue drops bookmarks. True: bookmarks become deltas; allowed only with `atomicEvents`. */
  readonly emitDeltaTypeBookmark?: boolean;
  /** The largest number of deltas of one `popBatch`. Default 1000. In client-go the size is fixed (B105). */
  readonly batchSize?: number;
}

/** client-go's `RealFIFO`: keeps every delta in the order of arrival, and merges nothing (B91–B109). */
export interface RealFIFO<T extends KubeObject> extends Queue<T, RealDeltas<T>> {
  /** Queues a `Bookmark` if `emitDeltaTypeBookmark` is true. */
  bookmark(resourceVersion: string): void;
  /**
   * Pops as `pop` does, up to `batchSize` deltas of different keys. A single delta goes to `process`, several deltas go to
   * `processBatch` (B107).
   */
  popBatch(
    processBatch: PopProcessFunc<RealDeltas<T>>,
    process: PopProcessFunc<RealDeltas<T>>,
  ): Observable<RealDeltas<T>>;
}

/**
 * Creates a RealFIFO with a method for each write and for a pop, as client-go's `NewRealFIFOWithOptions` does
 * (B91–B109). In a pipe use `deltaFifo({ pop, order: 'arrival' })`.
 *
 * @throws OptionsError for an unknown option, a value that an option does not allow, and options that exclude each
 * other (B111)
 *
 * @example
 * ```ts
 * const fifo = newRealFIFO<Pod>({ atomicEvents: true });
 * const store = newStore<Pod>();
 * reflect(pods).subscribe(fifo);
 * const process = (deltas: RealDeltas<Pod>) => processDeltas(deltas, store, { onAdd: console.log });
 * fifo.popBatch(process, process).pipe(repeat()).subscribe();
 * ```
 */
export function newRealFIFO<T extends KubeObject>(options: RealFIFOOptions<T>): RealFIFO<T> {
  checkArgument('newRealFIFO: options', options, anObject);
  checkOptions('newRealFIFO', options, {
    ...queueRules,
    atomicEvents: aBoolean,
    emitDeltaTypeBookmark: aBoolean,
    batchSize: integer(1),
  });
  const {
    keyFunction,
    knownObjects,
    transformer,
    atomicEvents = false,
    onError = reportUnhandledError,
  } = options;
  const { emitDeltaTypeBookmark = false, batchSize = 1000 } = options;
  if (atomicEvents !== (knownObjects === undefined)) {
    const allowed = atomicEvents ? 'absent with atomicEvents' : 'given without atomicEvents';
    throw new OptionsError('newRealFIFO: knownObjects', knownObjects, allowed);
  }
  if (emitDeltaTypeBookmark && !atomicEvents) {
    throw new OptionsError('newRealFIFO: emitDeltaTypeBookmark', true, 'absent without atomicEvents');
  }

  const fifo = new RealFifo<T>({
    keyOf: keyFunction,
    knownObjects,
    emitsBookmarks: emitDeltaTypeBookmark,
    transform: transformer,
    onError,
  });
  const popped = imperativePop<RealDeltas<T>>({
    get length() {
      return fifo.length;
    },
    processed: (_deltas, failure) => {
      fifo.processed();
      return failure;
    },
  });
  return Object.assign(imperativeQueue(fifo, popped, keyFunction), {
    bookmark: (resourceVersion: string) => {
      fifo.write({ type: 'BOOKMARK', resourceVersion });
      popped.wake();
    },
    pop: (process: PopProcessFunc<RealDeltas<T>>) =>
      popped.pop(
        () => fifo.take(),
        (deltas) => process(deltas, deltas.isInInitialList),
      ),
    popBatch: (processBatch: PopProcessFunc<RealDeltas<T>>, process: PopProcessFunc<RealDeltas<T>>) =>
      popped.pop(
        () => fifo.take(batchSize),
        (deltas) => (deltas.length > 1 ? processBatch : process)(deltas, deltas.isInInitialList),
      ),
  });
}
