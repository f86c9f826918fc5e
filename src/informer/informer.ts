import { type Observable, tap } from 'rxjs';
import { batchPerTask, buffered, createListenerScheduler, deliveryRules } from '../delivery/index.ts';
import {
  aFunction,
  anObject,
  checkOptions,
  type KubeObject,
  milliseconds,
  renamedFrom,
} from '../objects/index.ts';
import { deltaFifo } from '../queue/index.ts';
import { aShard, type ReflectorEvent } from '../reflector/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import { aStorage, indexedStore } from '../store/index.ts';
import { checkInformerSource, checkShardOnce, eventsOf } from './event-source.ts';
import { informerRun, informerStatus } from './informer-run.ts';
import type { Informer, InformerOptions } from './informer-types.ts';
import { resync } from './resync.ts';

/**
 * An informer over a collection, or over any stream of reflector events: a recording, a relay, a marble diagram.
 *
 * Starts with the first subscriber or with `start`. All subscribers share one list and one watch. After a stop the content
 * stays, and the next start emits the differences alone. While the store prepares a large list, events gather in the queue
 * under their keys.
 *
 * @throws OptionsError when an option is not what it may be
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
    shard: aShard,
    resetDelay: renamedFrom('linger', milliseconds(0)),
    onError: aFunction,
    storage: aStorage,
  });
  const { indexers, through, reflect = {}, shard, resetDelay, onError, storage } = options;
  checkShardOnce('informer', shard, 'reflect', reflect);
  const store = indexedStore<T, Index>({ indexers, onError, storage });
  const status = informerStatus(store);
  const reflected$ = eventsOf(source, shard === undefined ? reflect : { ...reflect, shard }, status.tell, {
    // The operators of the user get whole objects; a store behind them, or one that decodes, does not have what came in.
    ...(through === undefined && { listEncoder: store.listEncoder }),
    ...((through ?? storage) === undefined && { knownObjects: store }),
  });
  const events$ = through ? reflected$.pipe(through) : reflected$;
  const scheduler = createListenerScheduler();
  const { whileSubscribed, start, errors } = informerRun(
    events$.pipe(deltaFifo({ process: (deltas) => store.apply(deltas) }), tap(status.storeWritten)),
    {
      resetDelay,
      onEnd: (failure) => {
        if (failure !== undefined) status.failed(failure.error);
        scheduler.flush();
      },
    },
  );
  const batches$ = whileSubscribed(store.batches$.pipe(batchPerTask(scheduler)));

  return {
    store: store.asReadonly(whileSubscribed(store.batches$)),
    status$: status.status$,
    errors,
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
