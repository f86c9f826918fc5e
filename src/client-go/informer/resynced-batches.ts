import { asyncScheduler, defer, merge, type Observable, Subject, takeUntil, tap } from 'rxjs';
import type { KubeObject } from '../../objects/index.ts';
import { type Change, type ResyncableStore, resynced } from '../../store/index.ts';
import type { ResyncPlan } from './machine/resync-plan.ts';

export interface ResyncedBatches<T> {
  /**
   * Emits the current content, then each batch of changes. When a call of `resync` finds a handler whose
   * resync time has come, emits all objects again.
   */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** Checks for which handlers the resync time has come, and emits a resync for these handlers. */
  readonly resync: () => void;
  readonly isScheduledResync: () => boolean;
}

/**
 * Merges the resyncs of a plan into the batches of a store. The merged batches complete with the batches of the store.
 */
export function resyncedBatches<T extends KubeObject>(
  batches$: Observable<readonly Change<T>[]>,
  store: ResyncableStore<T>,
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
      // `merge` subscribes to `resyncs` first. `batches$` can complete inside its subscribe call, and has to
      // end `resyncs`.
      return merge(resyncs.pipe(takeUntil(ended)), batches$.pipe(tap({ complete: () => ended.next() })));
    }),
  };
}
