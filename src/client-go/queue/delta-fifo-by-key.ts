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
   * As the option of `deltaFifo()`. The consumer has the deltas of a pop until the next value: a delete of that object is not
   * lost meanwhile. Absent: the deltas of an event pass at once, key by key, and `knownObjects` has to be current at once, too.
   */
  readonly pop?: Observable<unknown>;
  /** As that of `deltaFifo()`. */
  readonly process?: (deltas: KeyDeltas<NoInfer<T>>) => unknown;
  /**
   * The objects that the consumer has. An object of these that a list lacks is deleted, and a resync repeats them. Without
   * this option the queue knows the objects that wait in it alone: it drops the delete of another object, and a resync has no
   * effect.
   *
   * When `get` throws, `onError` gets the error. The key then counts as known, and its object as unknown (B79).
   */
  readonly knownObjects?: KnownObjects<T>;
  /** Default true, as informers set it: the objects of a list come as `Replaced`; else as `Sync` (B80). */
  readonly emitDeltaTypeReplaced?: boolean;
  /**
   * Called for each object of an event as it is queued, but not for the known objects (B86). An error that it throws ends the
   * stream. Over `reflect`, use the `transform` of `reflect`.
   */
  readonly transform?: (object: NoInfer<T>) => NoInfer<T>;
  /** Gets the error of a `get` of `knownObjects`. Default: RxJS reports it as an unhandled error. */
  readonly onError?: (error: HandlerError) => void;
}

/**
 * client-go's DeltaFIFO to the letter: a replace comes as a `Replaced` delta for each key of the list, and as a delete for each
 * known key that the list lacks. A resync comes as `Sync` deltas. Bookmarks are dropped. A list is not atomic: deltas of later
 * events may come between two keys of it.
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
