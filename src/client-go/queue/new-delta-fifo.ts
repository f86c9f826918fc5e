import { aBoolean, checkOptions, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { KeyDeltas } from './key-delta.ts';
import { ByKeyFifo } from './machine/by-key-fifo.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';
import { handPopped } from './hand-popped.ts';
import { handWritten } from './hand-written.ts';
import { queueRules } from './queue-rules.ts';
import type { PopProcessFunc, Queue, QueueOptions } from './queue.ts';
import { RequeueError } from './requeue-error.ts';

/** client-go's `DeltaFIFOOptions`. */
export interface DeltaFIFOOptions<T extends KubeObject> extends QueueOptions<T> {
  /** Default false, as in client-go: the objects of a list come as `Sync`; else as `Replaced` (B80). */
  readonly emitDeltaTypeReplaced?: boolean;
}

/**
 * client-go's `DeltaFIFO`: deltas by key, the oldest key first (B71–B90). `list`, `listKeys`, `get`, `getByKey` and
 * `addIfNotPresent` are those of older versions of it.
 */
export interface DeltaFIFO<T extends KubeObject> extends Queue<T, KeyDeltas<T>> {
  /** The newest object of each key that waits. */
  list(): readonly T[];
  /** The keys that wait, oldest first. */
  listKeys(): readonly ObjectKey[];
  /** All that waits for the key of an object. */
  get(object: T): KeyDeltas<T> | undefined;
  /** All that waits for a key. */
  getByKey(key: ObjectKey): KeyDeltas<T> | undefined;
  /**
   * Queues again what was popped, unless something waits for its key.
   *
   * @throws HandlerError for no deltas
   */
  addIfNotPresent(deltas: KeyDeltas<T>): void;
  /**
   * Said while it is processed: what was popped will come back by `addIfNotPresent`, or give way to what is newer. Until
   * then its key is neither unknown nor what `knownObjects` says, so that no delete of it is lost.
   *
   * @throws HandlerError for no deltas
   */
  holdBack(deltas: KeyDeltas<T>): void;
}

/**
 * client-go's `NewDeltaFIFOWithOptions`: DeltaFIFO to be filled and popped by hand (B71–B90). In a pipe `deltaFifo()` is
 * shorter.
 *
 * Without `knownObjects` it knows what waits in it and no more: a delete of anything else is dropped (B73), and a list
 * deletes nothing of what was popped (B78).
 *
 * @throws OptionsError for an option that is none
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
  const popped = handPopped<KeyDeltas<T>>({
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
    const deltas = fifo.waitingFor(key);
    return deltas && Object.assign([...deltas], { isInInitialList: !fifo.hasSynced });
  };
  const written = handWritten(fifo, popped, keyFunction);
  const queue: DeltaFIFO<T> = Object.assign(written, {
    pop: (process: PopProcessFunc<KeyDeltas<T>>) =>
      popped.pop(
        () => fifo.handOut(),
        (deltas) => process(deltas, deltas.isInInitialList),
      ),
    list: () => Array.from(fifo.waiting(), ({ deltas }) => deltas.at(-1)?.object).filter(isPresent),
    listKeys: () => Array.from(fifo.waiting(), ({ key }) => key).filter(isPresent),
    get: (object: T) => getByKey(written.keyOf(object)),
    getByKey,
    addIfNotPresent: (deltas: KeyDeltas<T>) => {
      fifo.addIfNotPresent(written.keyOf(deltas), deltas);
      popped.wake();
    },
    holdBack: (deltas: KeyDeltas<T>) => fifo.holdBack(written.keyOf(deltas)),
  });
  return queue;
}

const isPresent = <V>(value: V | undefined): value is V => value !== undefined;
