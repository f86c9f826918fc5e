import { anAbortSignal, anObservable, checkArgument, checkOptions, type Rule } from '../objects/index.ts';
import { allSynced } from './all-synced.ts';
import type { Informer } from './informer-types.ts';

/**
 * Resolves when all informers have synced. Rejects when the signal aborts, with the names of the informers that have not
 * synced and the reasons. Rejects at once when an informer does not run, because it would never sync. client-go's
 * `WaitForCacheSync`, without its polling (B171).
 *
 * An error that this function rejects with is not reported as unhandled. An object `{ status$ }` that is not the informer
 * itself can not say so to the informer: RxJS reports that error as unhandled, too.
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
  const named = all.map(({ status$, errors }: Pick<Informer<unknown>, 'status$' | 'errors'>, at) => ({
    name: `informer ${at + 1} of ${all.length}`,
    status$,
    ...(errors && { errors }),
  }));
  await allSynced(named, options.signal);
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
