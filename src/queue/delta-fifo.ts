import { concatMap, defer, map, type OperatorFunction } from 'rxjs';
import {
  aBoolean,
  aFunction,
  anObservable,
  checkOptions,
  type KubeObject,
  oneOf,
  type Rule,
} from '../objects/index.ts';
import type { ReflectorEvent } from '../reflector/index.ts';
import type { Deltas, KeyDeltas } from './delta.ts';
import type { ByKeyOptions, DeltaFifoOptions } from './delta-fifo-options.ts';
import { arrivalOrder } from './machine/arrival-order.ts';
import { AtomicFifo } from './machine/atomic-fifo.ts';
import { ByKeyFifo } from './machine/by-key-fifo.ts';
import { deltaOf } from './machine/delta-of.ts';
import type { Fifo } from './machine/fifo.ts';
import { keyOrder } from './machine/key-order.ts';
import { oneInHand } from './machine/one-in-hand.ts';
import { popped } from './popped.ts';
import { reportUnhandledError } from '../scheduling/index.ts';
import { knownObjectsRule } from './queue-rules.ts';

/**
 * Gathers deltas by key until they are popped: two deletes merge, a key keeps its place, a replace passes whole and
 * nothing overtakes it. Completes once the source has completed and all that waited was popped.
 *
 * This is client-go's DeltaFIFO. Without `pop` it holds nothing back: each event passes at once, synchronously, one
 * to one, for in one thread a queue gathers only while somebody is slow. An error of the source passes at once, too;
 * what waits is dropped.
 *
 * @throws OptionsError for an option that is none
 *
 * @example
 * ```ts
 * const pop = new BehaviorSubject<void>(undefined); // the first pop is owed
 * reflect(pods)
 *   .pipe(
 *     deltaFifo({ pop }),
 *     concatMap((deltas) => of(deltas).pipe(delay(1000))), // slow work on one key
 *   )
 *   .subscribe(() => pop.next());
 * ```
 */
export function deltaFifo<T extends KubeObject>(
  options?: DeltaFifoOptions,
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
  options: DeltaFifoOptions | ByKeyOptions<T> = {},
): OperatorFunction<ReflectorEvent<T>, Deltas<T>> | OperatorFunction<ReflectorEvent<T>, KeyDeltas<T>> {
  checkOptions('deltaFifo', options, isByKey(options) ? byKeyRules : atomicRules);
  const { pop } = options;

  if (isByKey(options)) {
    const { onError = reportUnhandledError } = options;
    const fifo = (): ByKeyFifo<T> => new ByKeyFifo({ ...options, onError });
    return pop === undefined ? passing(fifo) : popped(pop, () => oneInHand(fifo()));
  }
  if (pop === undefined) return map((event): Deltas<T> => [deltaOf(event)]);
  return popped(pop, () => new AtomicFifo(options.order === 'arrival' ? arrivalOrder<T>() : keyOrder<T>()));
}

/** All that an event leads to passes at once. */
function passing<Event, Popped>(fifo: () => Fifo<Event, Popped>): OperatorFunction<Event, Popped> {
  return (events$) =>
    defer(() => {
      const queue = fifo();
      return events$.pipe(
        concatMap((event) => {
          queue.write(event);
          return allOf(queue);
        }),
      );
    });
}

function* allOf<Popped>(fifo: Fifo<never, Popped>): Generator<Popped> {
  for (let taken = fifo.pop(); taken !== undefined; taken = fifo.pop()) yield taken;
}

function isByKey<T extends KubeObject>(
  options: DeltaFifoOptions | ByKeyOptions<T>,
): options is ByKeyOptions<T> {
  return (options as { readonly replace?: unknown } | null)?.replace === 'by-key';
}

const aForm = oneOf('atomic', 'by-key');
const atomicRules: Readonly<Record<string, Rule>> = {
  pop: anObservable,
  replace: aForm,
  order: oneOf('key', 'arrival'),
};
const byKeyRules: Readonly<Record<string, Rule>> = {
  pop: anObservable,
  replace: aForm,
  knownObjects: knownObjectsRule,
  emitDeltaTypeReplaced: aBoolean,
  transform: aFunction,
  onError: aFunction,
};
