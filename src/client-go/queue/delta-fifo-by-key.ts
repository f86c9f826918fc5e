import type { Observable, OperatorFunction } from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObservable,
  checkOptions,
  type HandlerError,
  type KnownObjects,
  type KubeObject,
} from '../../objects/index.ts';
import { checkOnePop, type Fifo, popped, processed } from '../../queue/index.ts';
import type { ReflectorEvent } from '../../reflector/index.ts';
import { reportUnhandledError } from '../../scheduling/index.ts';
import type { KeyDeltas } from './key-delta.ts';
import { ByKeyFifo } from './machine/by-key-fifo.ts';
import { oneInFlight } from './machine/one-in-flight.ts';
import { knownObjectsRule } from './queue-rules.ts';

/** The options of `deltaFifoByKey`. */
export interface ByKeyOptions<T extends KubeObject> {
  /**
   * Each value of this Observable pops the queue; see the option `pop` of `deltaFifo()`. Until the next value of `pop`,
   * the queue assumes that the deltas of the previous pop are still being processed. So a delete that arrives in this
   * time is not lost. Without `pop` the queue emits the deltas of an event immediately, key by key. Then `knownObjects`
   * must contain each change immediately, too.
   */
  readonly pop?: Observable<unknown>;
  /** A function that processes the deltas of each pop; see the option `process` of `deltaFifo()`. */
  readonly process?: (deltas: KeyDeltas<NoInfer<T>>) => unknown;
  /**
   * The objects that the consumer of the queue already has. A list deletes each of these objects that is not
   * in the list. A resync repeats these objects. Without this option the queue knows only the queued objects:
   * the queue drops the delete of any other object, and a resync has no effect.
   *
   * If `get` throws, `onError` receives the error. The queue then assumes that the consumer has an object
   * with the key (B79).
   */
  readonly knownObjects?: KnownObjects<T>;
  /**
   * Whether the objects of a list become `Replaced` deltas. With false, the objects become `Sync` deltas
   * (B80). Default: true, which is the value that client-go's informers use.
   */
  readonly emitDeltaTypeReplaced?: boolean;
  /**
   * A function that transforms each object of an event before the object is queued. The function is not
   * called for the objects of `knownObjects` (B86). If the function throws, the stream ends with the error.
   * After `reflect`, use the option `transform` of `reflect` instead.
   */
  readonly transform?: (object: NoInfer<T>) => NoInfer<T>;
  /** Receives the error of a `get` of `knownObjects`. Default: RxJS reports the error as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}

/**
 * Queues events by key exactly as client-go's DeltaFIFO does. A list becomes a `Replaced` delta for each key
 * of the list, and a delete for each key of `knownObjects` that is not in the list. A resync becomes `Sync`
 * deltas. Bookmarks are dropped.
 *
 * A list is not atomic: deltas of later events can come between two keys of the list.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const store = newStore<Pod>();
 * reflect(pods).pipe(deltaFifoByKey({ knownObjects: store })).subscribe(store);
 * ```
 */
export function deltaFifoByKey<T extends KubeObject>(
  options: ByKeyOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, KeyDeltas<T>> {
  checkOptions('deltaFifoByKey', options, {
    pop: anObservable,
    process: aFunction,
    knownObjects: knownObjectsRule,
    emitDeltaTypeReplaced: aBoolean,
    transform: aFunction,
    onError: aFunction,
  });
  checkOnePop('deltaFifoByKey', options);
  const { pop, process, onError = reportUnhandledError } = options;
  const fifo = (): ByKeyFifo<T> => new ByKeyFifo({ ...options, onError });
  const inFlight = (): Fifo<ReflectorEvent<T>, KeyDeltas<T>> => oneInFlight(fifo());
  if (pop !== undefined) return popped(pop, inFlight);
  return processed(process === undefined ? fifo : inFlight, process);
}
