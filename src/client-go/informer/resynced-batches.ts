import { asyncScheduler, defer, merge, type Observable, Subject, takeUntil, tap } from 'rxjs';
import { type LivingRounds, roundsOf } from '../../delivery/index.ts';
import type { KubeObject } from '../../objects/index.ts';
import { type Change, type IndexedStore, resynced } from '../../store/index.ts';
import type { ResyncPlan } from './machine/resync-plan.ts';

/** What the handlers of a shared informer hear, and the resyncs among it. */
export interface ResyncedBatches<T> {
  /** What is there, then what follows, and each object once more at a check that finds somebody due. */
  readonly batches$: Observable<readonly Change<T>[]>;
  /** The same, in rounds, for those who can do with them; absent where the store tells none. */
  readonly rounds: LivingRounds<T> | undefined;
  /** Checks who is due, and tells them. */
  readonly resync: () => void;
  /** Whether that is going on. */
  readonly isChecking: () => boolean;
}

/** Merges the resyncs of a plan into the batches of a store; they end with those. */
export function resyncedBatches<T extends KubeObject>(
  store: Pick<IndexedStore<T>, 'batches$' | 'list'>,
  plan: ResyncPlan,
): ResyncedBatches<T> {
  const resyncs = new Subject<readonly Change<T>[]>();
  let checking = false;

  const rounds = roundsOf(store.batches$);
  // Handlers have no callback for the error of the informer.
  const batches$ = rounds?.withoutErrorHandler.batches$ ?? store.batches$;
  return {
    isChecking: () => checking,
    resync() {
      if (!plan.check(asyncScheduler.now())) return;
      rounds?.flush(); // what is gathered came before
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
    rounds: rounds && {
      ...rounds,
      life$: rounds.withoutErrorHandler.life$,
      hear(intake) {
        const hearing = resyncs.subscribe(intake);
        hearing.add(rounds.hear(intake));
        return hearing;
      },
    },
  };
}
