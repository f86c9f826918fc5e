import {
  catchError,
  defaultIfEmpty,
  defer,
  finalize,
  from,
  isObservable,
  last,
  map,
  type Observable,
  type ObservableInput,
  of,
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
  /** Called when the user's code has really ended, which for a promise can be later than the end of the run. */
  readonly onSettled: () => void;
}

/** Runs the reconcile function once. Emits how the run has ended, and completes. Never errors. */
export function reconcileRun(
  reconcile: Reconcile,
  { context, timeout: limit, abort$, onSettled }: RunOptions,
): Observable<RunEnd> {
  return defer(() => {
    const controller = new AbortController();
    const pending: PromiseLike<unknown>[] = [];
    const waitUntil = (promise: PromiseLike<unknown>): void => void pending.push(promise);
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
        if (pending.length === 0) onSettled();
        else Promise.allSettled(pending).then(onSettled, onSettled);
      }),
    );
  });
}

/** Calls the reconcile function, and emits its result, which is `undefined` if there is none. */
export function resultOf(reconcile: Reconcile, context: ReconcileContext): Observable<ReconcileReturn> {
  return defer(() => {
    const returned = reconcile(context);
    if (isThenable(returned)) context.waitUntil(returned);
    return isInput(returned) ? from(returned) : of(returned);
  }).pipe(last(undefined, undefined));
}

/** Returns whether the value is a promise, an Observable, or another stream. A string is none, because it has no result. */
function isInput(returned: unknown): returned is ObservableInput<ReconcileReturn> {
  if (typeof returned !== 'object' || returned === null) return false;
  return (
    isObservable(returned) ||
    isThenable(returned) ||
    Symbol.iterator in returned ||
    Symbol.asyncIterator in returned ||
    'getReader' in returned ||
    'subscribe' in returned
  );
}

function requeueAfterOf(result: ReconcileReturn | null): number | undefined {
  if (result === undefined || result === null) return undefined;
  const { requeueAfter } = result;
  if (typeof result === 'object' && (requeueAfter === undefined || milliseconds(0).test(requeueAfter))) {
    return requeueAfter;
  }
  throw new OptionsError(
    'reconcile: result',
    typeof result === 'object' ? requeueAfter : result,
    'nothing, or { requeueAfter: a time in ms }',
  );
}

const tooLong = ({ key }: { readonly key: string }, limit: number): KubeError =>
  new KubeError('transient', `the run of ${key} did not end within ${limit} ms`, {
    advice: 'raise `timeout`, or end the work when `signal` aborts',
  });
