import { type Observable, Subject, tap } from 'rxjs';
import {
  aFunction,
  anObject,
  checkOptions,
  type KubeObject,
  milliseconds,
  movedTo,
  renamedFrom,
} from '../objects/index.ts';
import { deltaFifo, type QueueState } from '../queue/index.ts';
import type { FrameClock, ReflectorEvent } from '../reflector/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import { aStorage, indexedStore } from '../store/index.ts';
import { checkInformerSource, reflectorEvents } from './reflector-events.ts';
import { informerStatus } from './informer-lifecycle.ts';
import { informerOf } from './informer-of.ts';
import type { Informer, InformerOptions } from './informer-types.ts';

/**
 * Creates an informer of a collection, or of any stream of reflector events, for example a recording or a
 * marble diagram. The informer starts at the first subscription, or at `start()`. All subscribers share one
 * list and one watch. After a stop the store keeps its content, and the next run emits only the differences.
 * While the store prepares a large list, events coalesce by key in the queue.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
 *
 * @example
 * ```ts
 * const pods = informer(listWatch(transport, core.v1.pods), { indexers: { node: byNode } });
 * pods.changes().subscribe(({ type, key }) => console.log(type, key));
 * ```
 */
export function informer<T extends KubeObject, Index extends string = never>(
  source: ListerWatcher<T> | Observable<ReflectorEvent<T>>,
  options: InformerOptions<T, Index> = {},
): Informer<T, Index> {
  checkInformerSource(source);
  checkOptions('informer', options, {
    indexers: anObject,
    through: aFunction,
    reflect: anObject,
    shard: movedTo('reflect: { shard }'),
    resetDelay: renamedFrom('linger', milliseconds(0)),
    onError: aFunction,
    storage: aStorage,
  });
  const { indexers, through, reflect = {}, resetDelay, onError, storage } = options;
  const store = indexedStore<T, Index>({ indexers, onError, storage });
  const status = informerStatus(store);
  const frameClock: FrameClock = {};
  const retries = new Subject<void>();
  let queue = noQueue;
  const forgetQueue = (): void => void (queue = noQueue);
  const reflected$ = reflectorEvents(source, reflect, status.emit, {
    frameClock,
    retry$: retries,
    // With `through`, the store may contain other objects than the reflector emitted. With `storage`, the
    // store contains bytes. So with one of these options, the reflector does not get the stored objects as
    // `knownObjects`.
    ...(through === undefined && { listEncoder: store.listEncoder }),
    ...((through ?? storage) === undefined && { knownObjects: store }),
  });
  const events$ = through ? reflected$.pipe(through) : reflected$;
  return informerOf({
    store,
    pipe$: events$.pipe(
      deltaFifo({ process: (deltas) => store.apply(deltas) }, (started) => (queue = started)),
      // The queue of an ended run can contain a long list. A subscriber can start the next run from its error callback.
      tap({ complete: forgetQueue, error: forgetQueue, unsubscribe: forgetQueue }),
    ),
    queued: () => queue.length,
    status,
    frameClock,
    resetDelay,
    retry: () => retries.next(),
  });
}

const noQueue: QueueState = { length: 0 };
