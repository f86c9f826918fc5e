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

/** The options of `newRealFIFO`, as client-go's `RealFIFOOptions`. */
export interface RealFIFOOptions<T extends KubeObject> extends QueueOptions<T> {
  /**
   * Whether a list and a resync are one delta each. With false, which is the default, a list and a resync
   * become one delta for each key, and `knownObjects` is required. With true, a list becomes one
   * `ReplacedAll`, a resync becomes one `SyncAll`, and `knownObjects` is not allowed.
   */
  readonly atomicEvents?: boolean;
  /**
   * Whether bookmarks become deltas. By default, the queue drops bookmarks. The value true is allowed only
   * with `atomicEvents`.
   */
  readonly emitDeltaTypeBookmark?: boolean;
  /**
   * The maximum number of deltas of one `popBatch`. Default: 1000. In client-go this number is fixed (B105).
   */
  readonly batchSize?: number;
}

/**
 * A queue that keeps every delta in the order of arrival, and merges nothing, as client-go's `RealFIFO`
 * (B91–B109).
 */
export interface RealFIFO<T extends KubeObject> extends Queue<T, RealDeltas<T>> {
  /** Queues a `Bookmark` if `emitDeltaTypeBookmark` is true. */
  bookmark(resourceVersion: string): void;
  /**
   * Pops up to `batchSize` deltas of different keys, and otherwise works as `pop`. `process` gets a single
   * delta, and `processBatch` gets several deltas (B107).
   */
  popBatch(
    processBatch: PopProcessFunc<RealDeltas<T>>,
    process: PopProcessFunc<RealDeltas<T>>,
  ): Observable<RealDeltas<T>>;
}

/**
 * Creates a RealFIFO with a method for each write and for a pop, as client-go's `NewRealFIFOWithOptions` does
 * (B91–B109). In an RxJS pipe use `deltaFifo({ pop, order: 'arrival' })`.
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
