import { aBoolean, checkOptions, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { KeyDeltas } from './key-delta.ts';
import { ByKeyFifo } from './machine/by-key-fifo.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';
import { imperativePop } from './imperative-pop.ts';
import { imperativeQueue } from './imperative-queue.ts';
import { queueRules } from './queue-rules.ts';
import type { PopProcessFunc, Queue, QueueOptions } from './queue.ts';
import { RequeueError } from './requeue-error.ts';

/** The options of `newDeltaFIFO`, as client-go's `DeltaFIFOOptions`. */
export interface DeltaFIFOOptions<T extends KubeObject> extends QueueOptions<T> {
  /**
   * Whether the objects of a list become `Replaced` deltas. With false, which is the default as in client-go,
   * the objects become `Sync` deltas (B80).
   */
  readonly emitDeltaTypeReplaced?: boolean;
}

/**
 * A queue of deltas by key, the oldest key first, as client-go's `DeltaFIFO` (B71–B90). The methods `list`,
 * `listKeys`, `get`, `getByKey` and `addIfNotPresent` come from older versions of client-go.
 */
export interface DeltaFIFO<T extends KubeObject> extends Queue<T, KeyDeltas<T>> {
  /** Returns the newest object of each queued key. */
  list(): readonly T[];
  /** Returns the queued keys, oldest first. */
  listKeys(): readonly ObjectKey[];
  /** Returns the queued deltas of the key of an object. */
  get(object: T): KeyDeltas<T> | undefined;
  /** Returns the queued deltas of a key. */
  getByKey(key: ObjectKey): KeyDeltas<T> | undefined;
  /**
   * Puts popped deltas back into the queue, unless the queue already has deltas of the same key.
   *
   * @throws HandlerError for an empty array
   */
  addIfNotPresent(deltas: KeyDeltas<T>): void;
  /**
   * Keeps deltas in flight after they have been processed. Call `keepInFlight` while the deltas are processed, if `addIfNotPresent`
   * will put them back later. The deltas stay in flight until `addIfNotPresent`, or until newer deltas of their key have been
   * processed. So a delete of the object is not lost, even if the object is not in `knownObjects`.
   *
   * @throws HandlerError for an empty array
   */
  keepInFlight(deltas: KeyDeltas<T>): void;
}

/**
 * Creates a DeltaFIFO with a method for each write and for a pop, as client-go's `NewDeltaFIFOWithOptions`
 * does (B71–B90). In an RxJS pipe use `deltaFifo()`.
 *
 * Without `knownObjects` the queue knows only the queued objects. The queue drops the delete of any other object (B73), and a list
 * does not delete objects that were popped before (B78).
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const fifo = newDeltaFIFO<Pod>({ emitDeltaTypeReplaced: true });
 * reflect(pods).subscribe(fifo);
 * fifo
 *   .pop((deltas) => {
 *     for (const { type, key } of deltas) console.log(type, key);
 *   })
 *   .pipe(repeat())
 *   .subscribe();
 * ```
 */
export function newDeltaFIFO<T extends KubeObject>(options: DeltaFIFOOptions<T> = {}): DeltaFIFO<T> {
  checkOptions('newDeltaFIFO', options, { ...queueRules, emitDeltaTypeReplaced: aBoolean });
  const { keyFunction, knownObjects, transformer, emitDeltaTypeReplaced = false, onError } = options;
  const fifo = new ByKeyFifo<T>({
    keyOf: keyFunction,
    knownObjects,
    transform: transformer,
    emitDeltaTypeReplaced,
    onError: onError ?? reportUnhandledError,
  });
  const popped = imperativePop<KeyDeltas<T>>({
    get length() {
      return fifo.length;
    },
    processed: (deltas, failure) => {
      fifo.processed(queue.keyOf(deltas));
      if (!(failure?.error instanceof RequeueError)) return failure;
      const { cause } = failure.error;
      queue.addIfNotPresent(deltas);
      return cause === undefined ? undefined : { error: cause };
    },
  });

  const getByKey = (key: ObjectKey): KeyDeltas<T> | undefined => {
    const deltas = fifo.pendingOf(key);
    return deltas && Object.assign([...deltas], { isInInitialList: !fifo.hasSynced });
  };
  const written = imperativeQueue(fifo, popped, keyFunction);
  const queue: DeltaFIFO<T> = Object.assign(written, {
    pop: (process: PopProcessFunc<KeyDeltas<T>>) =>
      popped.pop(
        () => fifo.popInFlight(),
        (deltas) => process(deltas, deltas.isInInitialList),
      ),
    list: () => Array.from(fifo.pending(), ({ deltas }) => deltas.at(-1)?.object).filter(isPresent),
    listKeys: () => Array.from(fifo.pending(), ({ key }) => key).filter(isPresent),
    get: (object: T) => getByKey(written.keyOf(object)),
    getByKey,
    addIfNotPresent: (deltas: KeyDeltas<T>) => {
      fifo.addIfNotPresent(written.keyOf(deltas), deltas);
      popped.wake();
    },
    keepInFlight: (deltas: KeyDeltas<T>) => fifo.keepInFlight(written.keyOf(deltas)),
  });
  return queue;
}

const isPresent = <V>(value: V | undefined): value is V => value !== undefined;
