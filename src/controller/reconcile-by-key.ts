import {
  concat,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  finalize,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  type OperatorFunction,
  ReplaySubject,
  Subject,
  switchMap,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { checkArgument, checkMembers, checkOptions } from '../objects/index.ts';
import { nextTurn$, runGuarded, steadyClock, taskEnd$, timeSliced } from '../scheduling/index.ts';
import { inputSync } from './input-sync.ts';
import { contextOf, ReconcileState, type StartedRun } from './machine/reconcile-state.ts';
import { defaultControllerLimiter } from './rate-limiter.ts';
import { PromiseTurn } from './promise-turn.ts';
import { reconcileRun } from './reconcile-run.ts';
import {
  anInput,
  aReconcile,
  type Reconcile,
  type ReconcileOptions,
  type ReconcileOutcome,
  type ReconcileRequest,
  reconcileRules,
} from './reconcile-types.ts';
import { whenDue } from './when-due.ts';

/**
 * Runs `reconcile` for the keys of the requests. The operator is client-go's work queue with its workers: a key is queued at
 * most once, never has two runs at a time, and runs once more if a request comes during its run (G19, G20). Requests of one
 * task are merged before a run starts.
 *
 * A run that fails is retried after the delay of the rate limiter, unless the error is a `TerminalError`. Neither a failure of
 * a run nor a wrong key ends the stream: each is an outcome. Only an error of the source, of `enabled` or of `stop$` ends the
 * stream, with that error. If the source completes, the ready keys still run, the retries and requeues are dropped, and the
 * stream completes. An unsubscribe aborts the runs.
 *
 * The operator uses memory for a key only while the key is ready, running, delayed or failing.
 *
 * @throws OptionsError for an argument that is not allowed
 *
 * @example
 * ```ts
 * const outcomes$ = pods.changes().pipe(
 *   toRequests(),
 *   reconcileByKey(({ key }) => console.log(key, pods.store.get(key)), { inputs: { pods } }),
 * );
 * ```
 */
export function reconcileByKey(
  reconcile: Reconcile,
  options: ReconcileOptions = {},
): OperatorFunction<ReconcileRequest, ReconcileOutcome> {
  checkArgument('reconcileByKey: reconcile', reconcile, aReconcile);
  checkOptions('reconcileByKey', options, reconcileRules);
  const { inputs = {}, syncTimeout = 120_000, concurrency = 1, debounce, timeout, metrics } = options;
  const { enabled, stop$ = EMPTY, drainTimeout = 30_000 } = options;
  checkMembers('reconcileByKey: inputs', inputs, anInput);

  return (requests$) =>
    defer(() => {
      const limiter = options.rateLimiter ?? defaultControllerLimiter();
      const now = steadyClock();
      const state = new ReconcileState({ limiter, concurrency, debounce, now });
      state.isSynced = Object.keys(inputs).length === 0;
      state.isEnabled = enabled === undefined;
      const turn = new PromiseTurn();
      const changed$ = new Subject<void>();
      const abort$ = new Subject<void>();
      const stopping$ = new ReplaySubject<void>(1);
      const drained$ = new Subject<void>();

      const changed = (): void => {
        changed$.next();
        if (state.isDrained) drained$.next();
      };
      const start = (started: StartedRun): Observable<ReconcileOutcome> =>
        reconcileRun(reconcile, {
          context: contextOf(started),
          timeout,
          abort$,
          onPromise: () => turn.begin(),
          onEnd: () => state.release(),
          onSettled: () => state.settle(started),
          onChange: changed,
        }).pipe(map((end) => state.end(started, end)));
      const runs$ = changed$.pipe(
        exhaustMap(() =>
          taskEnd$.pipe(
            switchMap(() => (turn.isOver ? nextTurn$ : of(undefined))),
            switchMap(() => timeSliced(() => runsOf(state))),
          ),
        ),
        mergeMap(start),
      );
      const due$ = changed$.pipe(
        map(() => state.nextDueAt),
        whenDue(now),
        tap(() => {
          state.advance();
          changed();
        }),
        ignoreElements(),
      );
      const synced$ = inputSync(inputs, syncTimeout).pipe(
        tap((synced) => {
          if (synced !== true) return;
          state.isSynced = true;
          changed();
        }),
        filter((synced) => synced !== true),
      );
      const enabled$ = (enabled ?? EMPTY).pipe(
        tap((isEnabled) => {
          // The value can come from JavaScript.
          state.isEnabled = (isEnabled as unknown) === true;
          if (state.isEnabled) changed();
          else abort$.next();
        }),
        ignoreElements(),
      );
      const stopped$ = stop$.pipe(
        tap(() => {
          state.stop();
          stopping$.next();
        }),
        ignoreElements(),
      );
      const refused$ = requests$.pipe(
        map((request) => {
          const refused = state.add(request);
          changed();
          return refused;
        }),
        filter((refused) => refused !== undefined),
        takeUntil(stopping$),
      );
      const drain$ = defer(() => {
        state.drain();
        changed();
        return timer(drainTimeout).pipe(
          tap(() => {
            abort$.next();
            drained$.next();
          }),
          ignoreElements(),
        );
      });
      const measured$ =
        metrics === undefined
          ? EMPTY
          : changed$.pipe(
              exhaustMap(() => taskEnd$),
              tap(() => emitMetrics(state, metrics)),
              ignoreElements(),
            );
      return merge(runs$, measured$, due$, synced$, enabled$, stopped$, concat(refused$, drain$)).pipe(
        finalize(() => {
          turn.end();
          emitMetrics(state, metrics);
        }),
        takeUntil(drained$),
      );
    });
}

/** Yields the runs that may start now. */
function* runsOf(state: ReconcileState): Generator<StartedRun, void> {
  for (let started = state.next(); started !== undefined; started = state.next()) yield started;
}

function emitMetrics(state: ReconcileState, metrics: ReconcileOptions['metrics']): void {
  runGuarded(() => metrics?.next?.(state.metrics));
}
