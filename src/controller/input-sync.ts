import { defer, EMPTY, filter, map, merge, type Observable, share, take, takeUntil, tap, timer } from 'rxjs';
import { describeStatus, errorOf, type Informer, type InformerStatus } from '../informer/index.ts';
import type { ReconcileOutcome } from './reconcile-types.ts';

type NotSynced = Extract<ReconcileOutcome, { outcome: 'notSynced' }>;

/**
 * Emits true once all inputs have synced, and completes. Until then the Observable emits the outcome `notSynced` after each
 * `syncTimeout`. Without an input the Observable only completes.
 */
export function inputSync(
  inputs: Readonly<Record<string, Pick<Informer<unknown>, 'status$'>>>,
  syncTimeout: number,
): Observable<true | NotSynced> {
  // Without an input, `synced$` would complete without a value, and the timer would never end.
  if (Object.keys(inputs).length === 0) return EMPTY;
  return defer(() => {
    const waiting = new Map<string, InformerStatus | undefined>();
    for (const name of Object.keys(inputs)) waiting.set(name, undefined);
    const synced$ = merge(
      ...Object.entries(inputs).map(([name, { status$ }]) =>
        status$.pipe(
          tap((status) => waiting.set(name, status)),
          filter(({ hasSynced }) => hasSynced),
          take(1),
          tap(() => waiting.delete(name)),
        ),
      ),
    ).pipe(
      filter(() => waiting.size === 0),
      map(() => true as const),
      take(1),
      share(),
    );
    const late$ = timer(syncTimeout, syncTimeout).pipe(
      map((): NotSynced => ({ outcome: 'notSynced', inputs: Array.from(waiting, describe) })),
      takeUntil(synced$),
    );
    return merge(late$, synced$);
  });
}

function describe([name, status]: [string, InformerStatus | undefined]): NotSynced['inputs'][number] {
  const error = errorOf(status);
  return { name, reason: describeStatus(status), ...(error !== undefined && { error }) };
}
