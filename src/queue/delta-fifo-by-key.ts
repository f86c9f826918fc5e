import type { OperatorFunction } from 'rxjs';
import { aBoolean, aFunction, anObservable, checkOptions, type KubeObject } from '../objects/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { KeyDeltas } from './delta.ts';
import { checkOnePop } from './delta-fifo.ts';
import type { ByKeyOptions } from './delta-fifo-options.ts';
import { ByKeyFifo } from './machine/by-key-fifo.ts';
import type { Fifo } from './machine/fifo.ts';
import { oneInHand } from './machine/one-in-hand.ts';
import { popped } from './popped.ts';
import { processed } from './processed.ts';
import { knownObjectsRule } from './queue-rules.ts';

/**
 * client-go's DeltaFIFO to the letter: a replace comes as `Replaced` deltas by key, and as deletes of what the list lacks; a resync
 * as `Sync` by key. Bookmarks are left out. Not atomic: between two keys of one list anything may happen.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod>();
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
  const inFlight = (): Fifo<ReflectorEvent<T>, KeyDeltas<T>> => oneInHand(fifo());
  if (pop !== undefined) return popped(pop, inFlight);
  return processed(process === undefined ? fifo : inFlight, process);
}
