import { filter, firstValueFrom, forkJoin, map, merge, type Observable, take, tap } from 'rxjs';
import {
  anAbortSignal,
  anObservable,
  checkArgument,
  checkOptions,
  KubeError,
  type Rule,
} from '../objects/index.ts';
import { aborted } from './aborted.ts';
import type { Informer, InformerStatus } from './informer-types.ts';

/**
 * Resolves when all have synced; rejects when the signal aborts, naming those that have not and why, and at once if one
 * does not run, for it would never sync. client-go's `WaitForCacheSync`, without its polling (B171).
 *
 * @throws OptionsError when an option is not what it may be
 * @throws KubeError as a rejection
 *
 * @example
 * ```ts
 * pods.start();
 * await waitForCacheSync([pods], { signal: AbortSignal.timeout(30_000) });
 * ```
 */
export async function waitForCacheSync(
  informers: Iterable<Pick<Informer<unknown>, 'status$'>>,
  options: { readonly signal?: AbortSignal } = {},
): Promise<void> {
  checkOptions('waitForCacheSync', options, { signal: anAbortSignal });
  checkArgument('waitForCacheSync: informers', informers, anIterable);
  const all = [...informers];
  for (const one of all) checkArgument('waitForCacheSync: informers', one, anInformer);
  if (all.length === 0) return;

  const last: (InformerStatus | undefined)[] = all.map(() => undefined);
  const synced$ = all.map((one, at) =>
    one.status$.pipe(
      tap((status) => (last[at] = status)),
      filter((status) => {
        if (status.phase === 'stopped' && status.gated !== true && !status.hasSynced)
          throw notRunning(at, all.length, status);
        return status.hasSynced;
      }),
      take(1),
    ),
  );
  const done$: Observable<unknown> = forkJoin(synced$);
  const cut$ = aborted(options.signal).pipe(
    map((reason) => {
      throw notSynced(last, reason);
    }),
  );
  await firstValueFrom(merge(done$, cut$));
}

const anIterable: Rule = {
  allowed: 'an array, or another iterable, of informers',
  test: (given) =>
    typeof (given as Partial<Iterable<unknown>> | null | undefined)?.[Symbol.iterator] === 'function',
};

const anInformer: Rule = {
  allowed: 'informers',
  test: (given) => anObservable.test((given as { status$?: unknown } | null | undefined)?.status$),
};

function notRunning(
  at: number,
  of: number,
  { error }: Extract<InformerStatus, { phase: 'stopped' }>,
): KubeError {
  const why = error === undefined ? 'start it, or subscribe to its changes, before waiting' : error.message;
  return new KubeError('fatal', `informer ${at + 1} of ${of} does not run and has not synced: ${why}`, {
    cause: error,
  });
}

function notSynced(last: readonly (InformerStatus | undefined)[], reason: unknown): KubeError {
  const lines = last.flatMap((status, at) =>
    status?.hasSynced === true ? [] : [`informer ${at + 1} of ${last.length}: ${describe(status)}`],
  );
  return new KubeError('transient', `not synced: ${lines.join('; ')}`, { cause: reason });
}

function describe(status: InformerStatus | undefined): string {
  switch (status?.phase) {
    case 'listing':
      return `listing, ${status.received} objects so far`;
    case 'waiting':
      return `waiting to try again: ${status.error.message}`;
    case 'watching':
      return 'its list is being stored';
    default:
      return status?.gated === true ? 'its gate is closed' : 'not running';
  }
}
