import {
  catchError,
  defaultIfEmpty,
  defer,
  finalize,
  from,
  isObservable,
  map,
  type Observable,
  type ObservableInput,
  of,
  reduce,
  takeUntil,
  timeout,
} from 'rxjs';
import { isThenable, KubeError, milliseconds, OptionsError } from '../objects/index.ts';
import type { Reconcile, ReconcileContext, ReconcileReturn } from './reconcile-types.ts';

/** How a run has ended. */
export type RunEnd =
  | { readonly end: 'done'; readonly requeueAfter: number | undefined }
  | { readonly end: 'failed'; readonly error: unknown }
  | { readonly end: 'aborted' };

export interface RunOptions {
  readonly context: Omit<ReconcileContext, 'signal' | 'waitUntil'>;
  readonly timeout: number | undefined;
  /** Aborts the run when it emits. */
  readonly abort$: Observable<unknown>;
  /** Called when the run has ended. */
  readonly onEnd: () => void;
  /** Called after `onEnd`. If the user's code continues after the end of the run, called again after `onSettled`. */
  readonly onChange: () => void;
  /** Called when the user's code has ended. A promise can settle later than the run ends. */
  readonly onSettled: () => void;
  /** Called when the user's code begins to wait for a promise. */
  readonly onPromise: () => void;
}

/** Runs the reconcile function once. Emits how the run has ended, and completes. Never errors. */
export function reconcileRun(
  reconcile: Reconcile,
  { context, timeout: limit, abort$, onEnd, onSettled, onChange, onPromise }: RunOptions,
): Observable<RunEnd> {
  return defer(() => {
    const controller = new AbortController();
    const pending: Promise<unknown>[] = [];
    const waitUntil = (promise: PromiseLike<unknown>): void => {
      onPromise();
      // A rejection ends the wait of the key as a success does. `catch` also prevents an unhandled rejection.
      pending.push(Promise.resolve(promise).catch(() => undefined));
    };
    let isOver = false;
    const result$ = resultOf(reconcile, { ...context, signal: controller.signal, waitUntil });
    const ended$ = result$.pipe(
      map((result): RunEnd => {
        isOver = true;
        return { end: 'done', requeueAfter: requeueAfterOf(result) };
      }),
      takeUntil(abort$),
      defaultIfEmpty<RunEnd, RunEnd>({ end: 'aborted' }),
    );
    const limited$ =
      limit === undefined
        ? ended$
        : ended$.pipe(
            timeout({
              first: limit,
              with: () => of<RunEnd>({ end: 'failed', error: tooLong(context, limit) }),
            }),
          );
    return limited$.pipe(
      catchError((error: unknown) => {
        isOver = true;
        return of<RunEnd>({ end: 'failed', error });
      }),
      finalize(() => {
        if (!isOver) controller.abort(new KubeError('transient', `the run of ${context.key} was aborted`));
        onEnd();
        if (pending.length === 0) onSettled();
        else void allSettled(pending).then(onSettled).then(onChange);
        onChange();
      }),
    );
  });
}

/** Calls the reconcile function, and emits its result, which is `undefined` if there is none. */
export function resultOf(reconcile: Reconcile, context: ReconcileContext): Observable<ReconcileReturn> {
  return defer(() => {
    const returned: unknown = reconcile(context);
    const work = isThenable(returned)
      ? Promise.resolve(returned as PromiseLike<ReconcileReturn>)
      : isAsyncIterable(returned)
        ? lastOf(returned, context.signal)
        : undefined;
    if (work !== undefined) context.waitUntil(work);
    if (work !== undefined) return from(work);
    return isInput(returned) ? from(returned) : of(returned as ReconcileReturn);
  }).pipe(reduce((_: ReconcileReturn, value) => value, undefined));
}

/**
 * Returns the last value of an async generator. An abort ends the generator at its next `yield`, and the promise waits for that end.
 */
async function lastOf(values: AsyncIterable<ReconcileReturn>, signal: AbortSignal): Promise<ReconcileReturn> {
  let last: ReconcileReturn = undefined;
  for await (const value of values) {
    last = value;
    if (signal.aborted) break;
  }
  return last;
}

const isAsyncIterable = (returned: unknown): returned is AsyncIterable<ReconcileReturn> =>
  typeof returned === 'object' && returned !== null && Symbol.asyncIterator in returned;

/** Resolves when all promises have settled, also those that are added meanwhile. */
async function allSettled(promises: readonly Promise<unknown>[]): Promise<void> {
  for (let settled = 0; settled < promises.length;) {
    settled = promises.length;
    await Promise.allSettled(promises);
  }
}

/**
 * Returns whether the value is an Observable, or an iterable. A string does not count, because its characters are not
 * results.
 */
function isInput(returned: unknown): returned is ObservableInput<ReconcileReturn> {
  if (typeof returned !== 'object' || returned === null) return false;
  return isObservable(returned) || Symbol.iterator in returned || 'subscribe' in returned;
}

/**
 * Returns the `requeueAfter` of a result.
 *
 * @throws OptionsError for a value that is no result
 */
export function requeueAfterOf(result: ReconcileReturn | null): number | undefined {
  if (result === undefined || result === null) return undefined;
  // An error that is returned, and not thrown, is a failure too.
  if ((result as unknown) instanceof Error) throw result as unknown as Error;
  const { requeueAfter } = result;
  const isResult = typeof result === 'object' && Object.keys(result).every((name) => name === 'requeueAfter');
  if (
    isResult &&
    !isInput(result) &&
    !isThenable(result) &&
    (requeueAfter === undefined || milliseconds(0).test(requeueAfter))
  ) {
    return requeueAfter;
  }
  throw new OptionsError(
    'reconcile: result',
    typeof result === 'object' && requeueAfter !== undefined ? requeueAfter : result,
    'nothing, or { requeueAfter: a time in ms }; `map(() => undefined)` drops the value of an Observable',
  );
}

const tooLong = ({ key }: { readonly key: string }, limit: number): KubeError =>
  new KubeError('transient', `the run of ${key} did not end within ${limit} ms`, {
    advice: 'raise `timeout`, or end the work when `signal` aborts',
  });
