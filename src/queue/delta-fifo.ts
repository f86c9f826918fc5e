import type { Observable, OperatorFunction } from 'rxjs';
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
   * client-go's `PopProcessFunc`: called with the deltas of each pop. The operator emits the deltas once they have been processed.
   * If the function returns a promise or an Observable, the next pop waits for the result. An error ends the stream.
   */
  readonly process?: (deltas: Deltas<NoInfer<T>>) => unknown;
  /**
   * Each value pops the deltas of one key. If the queue is empty, the value waits for the next delta, as client-go's `Pop` blocks;
   * several waiting values count as one. Start a loop with a `BehaviorSubject`. If absent, each event passes at once.
   *
   * When `pop` completes, the queue completes after the waiting value, and drops the other deltas. When `pop` errors, the queue
   * errors.
   */
  readonly pop?: Observable<unknown>;
  /**
   * Default 'key': the deltas of one key coalesce, and the key keeps its place in the queue. 'arrival': strict order of arrival
   * without coalescing (client-go's RealFIFO).
   */
  readonly order?: 'key' | 'arrival';
}

/**
 * The queue of an informer: coalesces deltas by key until they are popped. Two deletes merge, and a key keeps its place, as in
 * client-go's DeltaFIFO. A replace and a resync are one delta each, which no other delta passes, as in RealFIFO with atomic events.
 * Completes once the source has completed and the queue is empty. For the exact DeltaFIFO, with a delta per key instead of a
 * replace, use `deltaFifoByKey` of `rx-informer/client-go`.
 *
 * With `process` the operator pops by itself, and deltas coalesce while `process` waits. With `pop` each value pops one key.
 * Without both options each event passes at once. An error of the source passes at once and drops the queued deltas.
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
  options: DeltaQueueOptions<T> = {},
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
  const fifo = (): AtomicFifo<T> => new AtomicFifo(order === 'arrival' ? arrivalOrder<T>() : keyOrder<T>());
  return pop === undefined ? processed(fifo, process) : popped(pop, fifo);
}

/** @throws OptionsError for two options that both pop */
export function checkOnePop(
  of: string,
  { pop, process }: { readonly pop?: unknown; readonly process?: unknown },
): void {
  if (pop === undefined || process === undefined) return;
  throw new OptionsError(`${of}: pop`, REDACTED, 'absent beside process, which pops for itself');
}
