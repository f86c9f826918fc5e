import { asyncScheduler, defer, merge, type Observable, Subject, takeUntil, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import { type Change, type IndexedStore, resynced } from '../../store/index.ts';
import type { ResyncPlan } from './machine/resync-plan.ts';

/** The batches for the handlers of a shared informer, with the resyncs among them. */
export interface ResyncedBatches<T> {
  /** The current content, then each batch of changes, and each object once more when a check finds a handler due. */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** Checks which handlers are due, and emits a resync for these. */
  readonly resync: () => void;
  /** Whether `resync` is running. */
  readonly isScheduledResync: () => boolean;
}

/** Merges the resyncs of a plan into the batches of a store. They complete with the batches. */
export function resyncedBatches<T extends KubeObject>(
  batches$: Observable<readonly Change<T>[]>,
  store: Pick<IndexedStore<T>, 'list' | 'resynced'>,
  plan: ResyncPlan,
): ResyncedBatches<T> {
  const resyncs = new Subject<readonly Change<T>[]>();
  let isResyncing = false;

  return {
    isScheduledResync: () => isResyncing,
    resync() {
      if (!plan.check(asyncScheduler.now())) return;
      isResyncing = true;
      try {
        resyncs.next(resynced(store));
      } finally {
        isResyncing = false;
      }
    },
    batches$: defer(() => {
      const ended = new Subject<void>();
      // Resyncs first, because the batches may complete while they are subscribed to.
      return merge(resyncs.pipe(takeUntil(ended)), batches$.pipe(tap({ complete: () => ended.next() })));
    }),
  };
}
