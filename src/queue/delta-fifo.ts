import type { OperatorFunction } from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObservable,
  checkOptions,
  type KubeObject,
  oneOf,
  OptionsError,
  type Rule,
} from '../objects/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import type { Deltas, KeyDeltas } from './delta.ts';
import type { ByKeyOptions, DeltaFifoOptions } from './delta-fifo-options.ts';
import { arrivalOrder } from './machine/arrival-order.ts';
import { AtomicFifo } from './machine/atomic-fifo.ts';
import { ByKeyFifo } from './machine/by-key-fifo.ts';
import type { Fifo } from './machine/fifo.ts';
import { keyOrder } from './machine/key-order.ts';
import { oneInHand } from './machine/one-in-hand.ts';
import { popped } from './popped.ts';
import { processed } from './processed.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import { knownObjectsRule } from './queue-rules.ts';

/**
 * client-go's DeltaFIFO: gathers deltas by key until they are popped. Two deletes merge, a key keeps its place, and a replace is
 * a barrier that passes whole. Completes once the source has completed and all that waited was popped.
 *
 * With `process` it pops for itself, and what waits gathers while `process` does. With `pop` each value pops one key. With
 * neither it holds nothing back: each event passes at once. An error of the source passes at once, and what waits is dropped.
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
  options?: DeltaFifoOptions<T>,
): OperatorFunction<ReflectorEvent<T>, Deltas<T>>;

/**
 * The classic form, for whoever keeps a store of his own or wants client-go's DeltaFIFO to the letter: a replace comes
 * as `Replaced` deltas by key, and as deletes of what the list lacks; a resync as `Sync` by key. Bookmarks are left
 * out. Not atomic: between two keys of one list anything may happen.
 *
 * @throws OptionsError for an option that is none
 *
 * @example
 * ```ts
 * const store = indexedStore<Pod>();
 * reflect(pods).pipe(deltaFifo({ replace: 'by-key', knownObjects: store })).subscribe(store);
 * ```
 */
export function deltaFifo<T extends KubeObject>(
  options: ByKeyOptions<T>,
): OperatorFunction<ReflectorEvent<T>, KeyDeltas<T>>;

export function deltaFifo<T extends KubeObject>(
  options: DeltaFifoOptions<T> | ByKeyOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, Deltas<T>> | OperatorFunction<ReflectorEvent<T>, KeyDeltas<T>> {
  checkOptions('deltaFifo', options, isByKey(options) ? byKeyRules : atomicRules);
  const { pop, process } = options;
  if (pop !== undefined && process !== undefined) {
    throw new OptionsError('deltaFifo: pop', pop, 'absent beside process, which pops for itself');
  }

  if (isByKey(options)) {
    const { onError = reportUnhandledError } = options;
    const fifo = (): ByKeyFifo<T> => new ByKeyFifo({ ...options, onError });
    const inFlight = (): Fifo<ReflectorEvent<T>, KeyDeltas<T>> => oneInHand(fifo());
    if (pop !== undefined) return popped(pop, inFlight);
    return processed(options.process === undefined ? fifo : inFlight, options.process);
  }
  const fifo = (): AtomicFifo<T> =>
    new AtomicFifo(options.order === 'arrival' ? arrivalOrder<T>() : keyOrder<T>());
  return pop === undefined ? processed(fifo, options.process) : popped(pop, fifo);
}

function isByKey<T extends KubeObject>(
  options: DeltaFifoOptions<T> | ByKeyOptions<T>,
): options is ByKeyOptions<T> {
  return (options as { readonly replace?: unknown } | null)?.replace === 'by-key';
}

const aForm = oneOf('atomic', 'by-key');
const atomicRules: Readonly<Record<string, Rule>> = {
  pop: anObservable,
  replace: aForm,
  order: oneOf('key', 'arrival'),
  process: aFunction,
};
const byKeyRules: Readonly<Record<string, Rule>> = {
  pop: anObservable,
  replace: aForm,
  knownObjects: knownObjectsRule,
  emitDeltaTypeReplaced: aBoolean,
  transform: aFunction,
  onError: aFunction,
  process: aFunction,
};
