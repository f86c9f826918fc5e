import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  ignoreElements,
  merge,
  NEVER,
  type Observable,
  of,
  repeat,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs';
import { type KubeError, type KubeObject } from '../objects/index.ts';
import { elapsed, afterTask$ } from '../scheduling/index.ts';
import { checkSource, type ListerWatcher } from '../source/index.ts';
import { probeVersion, listPhase } from './list-phase.ts';
import type { RequestOutcome, RetryDecision } from './machine/decide.ts';
import { endRequest } from './machine/lost-collection.ts';
import {
  type RetainedState,
  retainedState,
  type RequestPlan,
  nextRequest,
  restartBackoff,
} from './machine/reflector-state.ts';
import { type ReflectOptions, settingsOf } from './reflect-options.ts';
import { createContext, type ReflectorConsumer, type ReflectorContext } from './reflector-context.ts';
import { lostEvent, type ReflectorEvent } from './reflector-event.ts';
import type { WaitingStatus } from './reflector-status.ts';
import { newRequestProgress, type RequestProgress } from './request-progress.ts';
import { watchPhase } from './watch-phase.ts';

/**
 * Lists and watches one collection while the Observable is subscribed. The Observable emits `REPLACED` for
 * each complete list, and the watch events between two lists. Each object is frozen once.
 *
 * The reflector resumes from the last version, relists after a 410, backs off, and aborts idle watches.
 * docs/reference/faults.md contains the rules, with the numbers of client-go (B19–B61). A failure that a
 * retry can solve does not end the stream: the reflector emits the failure to `status`. The stream errors
 * only if `isFatal` returns true. The default `isFatal` returns true for a request that can never succeed.
 *
 * The first list requests the most recent state, in pages of 500 or streamed. client-go requests the version
 * "0", for which a server ignores the page size.
 *
 * @throws OptionsError for a wrong option
 *
 * @example
 * ```ts
 * reflect(listWatch(transport, core.v1.pods))
 *   .pipe(deltaFifo())
 *   .subscribe(store);
 * ```
 */
export function reflect<T extends KubeObject>(
  source: ListerWatcher<T>,
  options?: ReflectOptions<T>,
): Observable<ReflectorEvent<T>>;
/** @internal */
export function reflect<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: ReflectOptions<T>,
  consumer: ReflectorConsumer<T>,
): Observable<ReflectorEvent<T>>;
export function reflect<T extends KubeObject>(
  source: ListerWatcher<T>,
  options: ReflectOptions<T> = {},
  consumer: ReflectorConsumer<T> = {},
): Observable<ReflectorEvent<T>> {
  const settings = settingsOf('reflect', options);
  checkSource('reflect', source);
  // The state that stays for the next subscription. `streaming` stays, because a server that has refused
  // streamed lists would refuse them again. `versionsReset` means that the versions of the server went
  // backwards. `versionsReset` stays, because the versions can become higher than `newest` before the next
  // subscription. The next subscription could then not detect on its own that the server was restored.
  // `hasObjects` stays, because the consumer keeps its objects.
  let retained: RetainedState = {
    streaming: settings.streaming,
    newest: '',
    versionsReset: false,
    hasObjects: false,
    origin: undefined,
  };

  return defer(() => {
    const context = createContext(source, settings, retained, consumer);
    let retry: RetryDecision | undefined;
    let hasFailed = false;
    const stopped = (how: { readonly error?: KubeError; readonly disabled?: true } = {}): void => {
      retained = retainedState(context.state, settings.now());
      if (!hasFailed) context.emitStatus({ phase: 'stopped', ...how });
    };

    // A value of `retry$` can arrive while the status is emitted. The next request then begins after the
    // emission, so that all subscribers of the status get the statuses in their order.
    const retried$ = (consumer.retry$ ?? NEVER).pipe(
      take(1),
      tap(() => restartBackoff(context.state)),
      switchMap(() => afterTask$),
    );
    const delayed = (next: RetryDecision): Observable<unknown> => {
      const status = context.counted(waiting(next, settings.now()));
      if (settings.isFatal(status)) {
        stopped({ error: next.error });
        hasFailed = true;
        throw next.error;
      }
      context.emitStatus(status);
      return next.delay === 0 ? of(0) : timer(next.delay);
    };
    const running$ = attempt(context, (next) => (retry = next)).pipe(
      repeat({
        delay: () => {
          const next = retry;
          return next === undefined
            ? of(0)
            : merge(
                retried$,
                defer(() => delayed(next)),
              );
        },
      }),
    );

    const onDisabled = (): void => {
      const { state } = context;
      // After a lost event, the reflector has to list. If no event was lost, the reflector reads the current
      // resourceVersion before it watches (`probe`), because the server can be restored while the reflector
      // is disabled.
      if (state.processing) state.next = 'list';
      else if (state.next === 'watch') state.next = 'probe';
      state.processing = false;
      state.refusal = undefined; // without requests, nothing shows whether the refusal lasts
      stopped({ disabled: true });
    };
    const ofOrigin$ = restartAtOrigin(source.origin$, running$, context);
    // While the reflector is disabled, a subscription to `origin$` stays, so that a hot source is not lost.
    const origin$ = settings.enabled === undefined ? EMPTY : (source.origin$ ?? EMPTY).pipe(ignoreElements());
    return merge(origin$, whileEnabled(settings.enabled, ofOrigin$, onDisabled)).pipe(
      finalize(() => stopped()),
    );
  });
}

/**
 * Sends one request. If the request shows that the collection is lost, the last event removes all objects.
 *
 * @param onEnd - called at the end of the request with the result of the decision table
 */
function attempt<T extends KubeObject>(
  context: ReflectorContext<T>,
  onEnd: (retry: RetryDecision | undefined) => void,
): Observable<ReflectorEvent<T>> {
  return defer(() => {
    const { state, settings } = context;
    const plan = nextRequest(state);
    const progress = newRequestProgress();

    return concat(
      request(context, plan, progress),
      defer(() => {
        context.rethrow();
        const now = settings.now();
        const { retry, isLost } = endRequest(state, outcomeOf(plan, progress, now), settings, now);
        onEnd(retry);
        return isLost ? of(lostEvent(state)) : EMPTY;
      }),
    );
  });
}

function request<T extends KubeObject>(
  context: ReflectorContext<T>,
  plan: RequestPlan,
  progress: RequestProgress,
): Observable<ReflectorEvent<T>> {
  if (plan.kind === 'probe') return probeVersion(context, progress);
  return plan.kind === 'list' ? listPhase(context, plan, progress) : watchPhase(context, plan, progress);
}

function outcomeOf(
  plan: RequestPlan,
  { error, begun, openedAt, unanswered, frames, idle, eventRepeated, versionsResetTo }: RequestProgress,
  now: number,
): RequestOutcome {
  return {
    plan,
    idle,
    eventRepeated,
    begun,
    synced: plan.kind === 'stream' && openedAt !== undefined,
    unanswered,
    lived: openedAt === undefined || unanswered ? 0 : elapsed(openedAt, now),
    frames,
    versionsResetTo,
    ...(error === undefined ? {} : { error }),
  };
}

function waiting({ error, failure, attempt: count, delay }: RetryDecision, now: number): WaitingStatus {
  return { phase: 'waiting', since: now, error, failure, attempt: count, retryAt: now + delay };
}

/**
 * Subscribes to `running$` at each new origin. So another origin ends the running request, or the wait for a retry. Before the
 * first origin, no request is sent.
 */
function restartAtOrigin<T extends KubeObject, R>(
  origin$: Observable<unknown> | undefined,
  running$: Observable<R>,
  { setOrigin, emitStatus, settings }: ReflectorContext<T>,
): Observable<R> {
  if (origin$ === undefined) return running$;

  return defer(() => {
    let hasOrigin = false;
    const origins$ = origin$.pipe(
      distinctUntilChanged(),
      tap(() => (hasOrigin = true)),
    );
    const waiting$ = defer(() => {
      if (!hasOrigin) emitStatus({ phase: 'listing', since: settings.now(), received: 0 });
      return EMPTY;
    });
    return merge(origins$, waiting$).pipe(
      switchMap((origin) =>
        // `setOrigin` runs after the unsubscribe from the request of the earlier origin.
        defer(() => {
          setOrigin(origin);
          return running$;
        }),
      ),
    );
  });
}

/**
 * Subscribes to `running$` before the first value of `enabled`, and while the last value is true.
 *
 * @param onDisabled - called each time the last value becomes false
 */
function whileEnabled<T>(
  enabled: Observable<boolean> | undefined,
  running$: Observable<T>,
  onDisabled: () => void,
): Observable<T> {
  if (enabled === undefined) return running$;

  return defer(() => {
    let hasValue = false;
    // `merge` subscribes to `enabled` first, so that no request is sent if the first value is false.
    const isEnabled$ = merge(
      enabled.pipe(tap(() => (hasValue = true))),
      defer(() => (hasValue ? EMPTY : of(true))),
    );
    return isEnabled$.pipe(
      distinctUntilChanged(),
      switchMap((isEnabled) =>
        isEnabled
          ? running$
          : // `onDisabled` runs after the unsubscribe, because it can enable the reflector again.
            defer(() => {
              onDisabled();
              return NEVER;
            }),
      ),
    );
  });
}
