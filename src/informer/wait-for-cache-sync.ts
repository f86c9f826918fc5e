import {
  anAbortSignal,
  anObservable,
  checkArgument,
  checkOptions,
  KubeError,
  type Rule,
} from '../objects/index.ts';
import type { Informer, InformerErrors, InformerStatus } from './informer-types.ts';
import { filter, firstValueFrom, forkJoin, map, merge, type Observable, take } from 'rxjs';
import { aborted } from './start-until.ts';

/**
 * Resolves when all informers have synced. Rejects when the signal aborts. The error then names each informer
 * that has not synced, and the reason, and has the advice of that reason. Rejects immediately when an informer
 * does not run, because that informer would never sync. The function is client-go's `WaitForCacheSync`,
 * without its polling (B171).
 *
 * If the promise rejects with the error of an informer, RxJS does not report the error as unhandled.
 * Exception: if an argument is not the informer itself but another object with `status$`, RxJS also reports
 * the error as unhandled.
 *
 * @throws OptionsError for an unknown option, or a value that an option does not allow
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

/** Reads the current status of an informer. `status$` emits it at once to each subscriber. */
export function currentStatus({ status$ }: Pick<Informer<unknown>, 'status$'>): InformerStatus {
  let current: InformerStatus = { phase: 'stopped', hasSynced: false };
  status$.subscribe((status) => (current = status)).unsubscribe();
  return current;
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

/** An informer to wait for, and its name in errors. */
export interface NamedInformer extends Pick<Informer<unknown>, 'status$'> {
  readonly name: string;
  /** @internal */
  readonly errors?: InformerErrors;
}

/**
 * Resolves when all informers have synced. Rejects when the signal aborts. The error then names each informer
 * that has not synced, and the reason. Rejects immediately if an informer does not run.
 *
 * @throws KubeError as a rejection
 */
export async function allSynced(
  all: readonly NamedInformer[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (all.length === 0) return;
  const last: (InformerStatus | undefined)[] = all.map(() => undefined);
  const synced$ = all.map(({ name, status$, errors }, at) =>
    status$.pipe(
      filter((status) => {
        if (status.phase === 'stopped' && status.disabled !== true && !status.hasSynced) {
          if (status.error !== undefined) errors?.markHandled();
          throw notRunning(name, status, last[at] !== undefined);
        }
        last[at] = status;
        return status.hasSynced;
      }),
      take(1),
    ),
  );
  const done$: Observable<unknown> = forkJoin(synced$);
  const aborted$ = aborted(signal).pipe(
    map((reason) => {
      throw notSynced(all, last, reason);
    }),
  );
  await firstValueFrom(merge(done$, aborted$));
}

function notRunning(
  name: string,
  { error }: Extract<InformerStatus, { phase: 'stopped' }>,
  hasRun: boolean,
): KubeError {
  const start = 'start it, or subscribe to its changes, before waiting';
  const why = error?.message ?? (hasRun ? 'it was stopped while this waited' : start);
  return new KubeError('fatal', `${name} does not run and has not synced: ${why}`, {
    cause: error,
    advice: error?.advice ?? start,
  });
}

function notSynced(
  all: readonly NamedInformer[],
  last: readonly (InformerStatus | undefined)[],
  reason: unknown,
): KubeError {
  const unsynced = all.flatMap(({ name }, at) =>
    last[at]?.hasSynced === true ? [] : [{ name, status: last[at] }],
  );
  const lines = unsynced.map(({ name, status }) => `${name}: ${describeStatus(status)}`);
  const advices = new Set(unsynced.flatMap(({ status }) => errorOf(status)?.advice ?? []));
  return new KubeError('transient', `not synced: ${lines.join('; ')}`, {
    cause: reason,
    advice:
      advices.size > 0
        ? [...advices].join('; ')
        : 'wait longer; if that does not help, look at the status of each informer',
  });
}

/**
 * Returns the error that explains the status of an informer: the error of its last request, or the error that has ended
 * the informer.
 */
export function errorOf(status: InformerStatus | undefined): KubeError | undefined {
  if (status?.phase === 'listing') return status.incident ?? status.lastError;
  return status?.phase === 'waiting' || status?.phase === 'stopped' ? status.error : undefined;
}

/**
 * Describes for a message why an informer has not synced, or is not up to date.
 *
 * @param textOf - returns the text of an error; by default, its message
 */
export function describeStatus(
  status: InformerStatus | undefined,
  textOf: (error: KubeError) => string = ({ message }) => message,
): string {
  const error = errorOf(status);
  switch (status?.phase) {
    case 'listing':
      return `listing, ${status.received} objects so far${error === undefined ? '' : `: ${textOf(error)}`}`;
    case 'waiting':
      return `waiting to try again: ${textOf(status.error)}`;
    case 'watching':
      return 'its list is being stored';
    default:
      if (error !== undefined) return `stopped: ${textOf(error)}`;
      return status?.disabled === true
        ? 'its option `enabled` is false'
        : 'not running: subscribe to its changes, or start it';
  }
}
