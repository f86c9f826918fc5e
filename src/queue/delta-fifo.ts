import { noop, type Observable, type OperatorFunction } from 'rxjs';
import {
  aFunction,
  anObservable,
  checkOptions,
  REDACTED,
  type KubeObject,
  oneOf,
  OptionsError,
} from '../objects/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import type { Deltas } from './delta.ts';
import { arrivalOrder, AtomicFifo, keyOrder } from './machine/atomic-fifo.ts';
import { popped } from './popped.ts';
import { processed } from './processed.ts';

/** The options of {@link deltaFifo}. */
export interface DeltaQueueOptions<T extends KubeObject> {
  /**
   * A function that processes the deltas of each pop, as client-go's `PopProcessFunc`. The operator emits the
   * deltas after they have been processed. If the function returns a promise or an Observable, the next pop
   * waits until its work completes. An error ends the stream.
   */
  readonly process?: (deltas: Deltas<NoInfer<T>>) => unknown;
  /**
   * An Observable that controls the pops: each value pops the deltas of one key. If the queue is empty, a
   * value waits for the next delta, as client-go's `Pop` blocks. Several waiting values count as one value.
   * To start a loop of pops, use a `BehaviorSubject`. If the option is absent, the queue emits each event
   * immediately.
   *
   * When `pop` completes, the queue handles the waiting value, completes, and drops the other deltas. When
   * `pop` errors, the queue errors.
   */
  readonly pop?: Observable<unknown>;
  /**
   * The order of the queue. Default: 'key'.
   *
   * - 'key': the deltas of one key coalesce, and the key keeps its place in the queue.
   * - 'arrival': the deltas stay in their order of arrival, and do not coalesce, as in client-go's RealFIFO.
   */
  readonly order?: 'key' | 'arrival';
}

/** The part of a queue that an inspection reads. */
export interface QueueState {
  /** The number of keys, lists and resyncs that wait in the queue. */
  readonly length: number;
}

/**
 * The queue of an informer: coalesces deltas by key until they are popped. Two deletes merge, and a key keeps
 * its place, as in client-go's DeltaFIFO. A whole list is one delta, and a resync is one delta. No other
 * delta overtakes a list or a resync, as in RealFIFO with atomic events. The operator completes when the
 * source has completed and the queue is empty. The exact DeltaFIFO is `deltaFifoByKey` of
 * `rx-informer/client-go`, which has a delta for each key of a list.
 *
 * With `process` the operator pops by itself, and deltas coalesce while `process` waits. With `pop`, each
 * value of `pop` pops one key. Without both options, the queue emits each event immediately. If the source
 * errors, the queue errors immediately, and drops its deltas.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * reflect(pods)
 *   .pipe(deltaFifo({ process: (deltas) => store.apply(deltas) }))
 *   .subscribe();
 * ```
 */
export function deltaFifo<T extends KubeObject>(
  options?: DeltaQueueOptions<T>,
): OperatorFunction<ReflectorEvent<T>, Deltas<T>>;
/** @internal */
export function deltaFifo<T extends KubeObject>(
  options: DeltaQueueOptions<T>,
  onStart: (queue: QueueState) => void,
): OperatorFunction<ReflectorEvent<T>, Deltas<T>>;
export function deltaFifo<T extends KubeObject>(
  options: DeltaQueueOptions<T> = {},
  onStart: (queue: QueueState) => void = noop,
): OperatorFunction<ReflectorEvent<T>, Deltas<T>> {
  if ((options as { readonly replace?: unknown } | null)?.replace !== undefined) {
    throw new OptionsError(
      'deltaFifo: replace',
      REDACTED,
      'absent',
      'a replace by key is deltaFifoByKey() of rx-informer/client-go',
    );
  }
  checkOptions('deltaFifo', options, {
    pop: anObservable,
    order: oneOf('key', 'arrival'),
    process: aFunction,
  });
  checkOnePop('deltaFifo', options);
  const { pop, process, order } = options;
  const fifo = (): AtomicFifo<T> => {
    const queue = new AtomicFifo(order === 'arrival' ? arrivalOrder<T>() : keyOrder<T>());
    onStart(queue);
    return queue;
  };
  return pop === undefined ? processed(fifo, process) : popped(pop, fifo);
}

/** @throws OptionsError if both options `pop` and `process` are given */
export function checkOnePop(
  of: string,
  { pop, process }: { readonly pop?: unknown; readonly process?: unknown },
): void {
  if (pop === undefined || process === undefined) return;
  throw new OptionsError(`${of}: pop`, REDACTED, 'absent beside process, which pops for itself');
}
