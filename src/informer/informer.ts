import { type Observable, tap } from 'rxjs';
import { batchPerTask, buffered, createListenerScheduler, deliveryRules } from '../delivery/index.ts';
import {
  aFunction,
  anObject,
  checkOptions,
  type KubeObject,
  milliseconds,
  movedTo,
  renamedFrom,
} from '../objects/index.ts';
import { deltaFifo } from '../queue/index.ts';
import type { FrameClock, ReflectorEvent } from '../reflector/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import { aStorage, indexedStore } from '../store/index.ts';
import { checkInformerSource, reflectorEvents } from './reflector-events.ts';
import { informerLifecycle, informerStatus } from './informer-lifecycle.ts';
import type { Informer, InformerOptions } from './informer-types.ts';
import { resync } from './resync.ts';

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
  const reflected$ = reflectorEvents(source, reflect, status.emit, {
    frameClock,
    // With `through`, the store may contain other objects than the reflector emitted. With `storage`, the
    // store contains bytes. So with one of these options, the reflector does not get the stored objects as
    // `knownObjects`.
    ...(through === undefined && { listEncoder: store.listEncoder }),
    ...((through ?? storage) === undefined && { knownObjects: store }),
  });
  const events$ = through ? reflected$.pipe(through) : reflected$;
  const scheduler = createListenerScheduler();
  const { whileSubscribed, start, errors } = informerLifecycle(
    events$.pipe(deltaFifo({ process: (deltas) => store.apply(deltas) }), tap(status.refresh)),
    {
      resetDelay,
      onEnd: (failure) => {
        if (failure !== undefined) status.fail(failure.error);
        scheduler.flush();
      },
    },
  );
  const batches$ = whileSubscribed(store.batches$.pipe(batchPerTask(scheduler)));

  return {
    store: store.asReadonly(whileSubscribed),
    status$: status.status$,
    errors,
    get lastFrameAt() {
      return frameClock.lastFrameAt;
    },
    changes: (changes = {}) => {
      checkOptions('changes', changes, { ...deliveryRules, resyncPeriod: milliseconds(1) });
      const { resyncPeriod, ...delivery } = changes;
      return batches$.pipe(
        resync(store, resyncPeriod, () => scheduler.flush()),
        buffered(delivery, { scheduler }),
      );
    },
    start,
  };
}
