import { asyncScheduler, defer, merge, type Observable, Subject, takeUntil, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import { type Change, type IndexedStore, resynced } from '../../store/index.ts';
import type { ResyncPlan } from './machine/resync-plan.ts';

/** The batches for the handlers of a shared informer, with the resyncs among them. */
export interface ResyncedBatches<T> {
  /** The current content, then each batch, and each object once more at a check that finds a handler due. */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** Checks which handlers are due, and resyncs them. */
  readonly resync: () => void;
  /** Whether that is going on. */
  readonly isScheduledResync: () => boolean;
}

/** Merges the resyncs of a plan into the batches of a store; they end with those. */
export function resyncedBatches<T extends KubeObject>(
  batches$: Observable<readonly Change<T>[]>,
  store: Pick<IndexedStore<T>, 'list' | 'resynced'>,
  plan: ResyncPlan,
): ResyncedBatches<T> {
  const resyncs = new Subject<readonly Change<T>[]>();
  let checking = false;

  return {
    isScheduledResync: () => checking,
    resync() {
      if (!plan.check(asyncScheduler.now())) return;
      checking = true;
      try {
        resyncs.next(resynced(store));
      } finally {
        checking = false;
      }
    },
    batches$: defer(() => {
      const ended = new Subject<void>();
      // In this order: a source may end while it is subscribed to.
      return merge(resyncs.pipe(takeUntil(ended)), batches$.pipe(tap({ complete: () => ended.next() })));
    }),
  };
}
