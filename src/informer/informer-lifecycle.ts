import {
  asyncScheduler,
  BehaviorSubject,
  defer,
  finalize,
  ignoreElements,
  merge,
  type Observable,
  of,
  share,
  Subject,
  type Subscription,
  takeUntil,
  tap,
  timer,
} from 'rxjs';
import { reportUnhandledError } from '../scheduling/index.ts';
import type { InformerErrors, InformerState, InformerStatus, TimedError } from './informer-types.ts';
import { startUntil } from './start-until.ts';
import { asKubeError, type KubeError } from '../objects/index.ts';
import type { ReflectorStatus } from '../reflector/index.ts';

/**
 * Tracks the status of an informer. The status consists of the status of the reflector, and whether the store
 * has synced.
 */
export interface StatusTracker {
  readonly status$: Observable<InformerStatus>;
  readonly emit: (status: ReflectorStatus) => void;
  /** Emits the last phase of the reflector again if the store has synced since that phase was emitted. */
  readonly refresh: () => void;
  /**
   * Emits the error that ended the run of the informer, unless the reflector has already emitted the error.
   */
  readonly fail: (error: unknown) => void;
  /** The last errors and incidents, oldest first, at most 5. */
  readonly errors: readonly TimedError[];
}

export function informerStatus(store: { readonly hasSynced: boolean }): StatusTracker {
  const status = new BehaviorSubject<InformerStatus>({ phase: 'stopped', hasSynced: false });
  const errors: TimedError[] = [];
  let transition: ReflectorStatus = { phase: 'stopped' };
  const errorOf = (one: ReflectorStatus): KubeError | undefined =>
    'incident' in one ? one.incident : 'error' in one ? one.error : undefined;
  // Later statuses of a derived informer repeat an error of an input. A source can also fail again with the same object.
  // The error of a phase `listing` or `watching` is an incident, and each incident has its own object.
  const isRepeated = (next: ReflectorStatus, { at, error }: TimedError): boolean =>
    next.phase === 'waiting' ? next.since <= at : next.phase !== 'stopped' || errorOf(status.value) === error;
  const keep = (next: ReflectorStatus): void => {
    const error = errorOf(next);
    const kept = errors.find((one) => one.error === error);
    if (error === undefined || (kept !== undefined && isRepeated(next, kept))) return;
    const at = next.phase === 'waiting' ? next.since : asyncScheduler.now();
    const sorted = [...errors.filter((one) => one !== kept), { at, error }].sort((a, b) => a.at - b.at);
    errors.splice(0, errors.length, ...sorted.slice(-5));
  };
  const hasFailed = (): boolean => status.value.phase === 'stopped' && status.value.error !== undefined;
  const emit = (next: ReflectorStatus): void => {
    // After an error the teardown of the reflector also emits the phase 'stopped'. This later status would
    // hide the status with the error, so the later status is skipped.
    if (hasFailed() && next.phase === 'stopped' && next.error === undefined && next.disabled !== true) return;
    keep(next);
    if (!('incident' in next)) transition = next;
    else if (next.incidents !== undefined) transition = { ...transition, incidents: next.incidents };
    status.next({ ...next, hasSynced: store.hasSynced });
  };

  return {
    status$: status.asObservable(),
    errors,
    emit,
    refresh() {
      if (status.value.hasSynced !== store.hasSynced) emit(transition);
    },
    fail(error) {
      if (!hasFailed()) emit({ phase: 'stopped', error: asKubeError(error, 'the informer') });
    },
  };
}

/**
 * Starts and stops the pipe of an informer: its chain of operators. The reference count is the number of
 * subscribers and active `start()` calls. The pipe runs while the count is above zero. If the last reference
 * was a subscriber, the pipe runs for `resetDelay` longer.
 */
export interface InformerLifecycle {
  /**
   * Wraps a stream so that the informer runs while the stream has a subscriber. The stream ends when the pipe
   * of the informer ends.
   */
  readonly whileSubscribed: <B>(stream$: Observable<B>) => Observable<B>;
  readonly start: (signal?: AbortSignal) => Subscription;
  readonly errors: InformerErrors;
  /** Returns the current number of `start()` calls and of subscribers. */
  readonly references: () => Pick<InformerState, 'starts' | 'subscribers'>;
}

export interface InformerLifecycleOptions {
  /**
   * The reset delay in ms: how long the pipe runs after the last subscriber has unsubscribed. Default: 1,000.
   */
  readonly resetDelay: number | undefined;
  /** Called when the pipe errors or completes, before its subscribers are notified. */
  readonly onEnd: (failure?: { readonly error: unknown }) => void;
}

/** Shares one run of a pipe among subscribers and calls of `start()`, with a reference count. */
export function informerLifecycle(
  pipe$: Observable<unknown>,
  { resetDelay = defaultResetDelay, onEnd }: InformerLifecycleOptions,
): InformerLifecycle {
  const ended = new Subject<void>();
  const starts = { count: 0 };
  const subscribers = { count: 0 };
  let withoutErrorHandler = 0;
  let run = { isHandled: false };

  const end = (failure?: { readonly error: unknown }): void => {
    onEnd(failure);
    // Ends the streams that `whileSubscribed` has returned. `share` passes the error or the completion to the
    // subscribers later.
    ended.next();
    if (failure !== undefined) report(failure.error);
  };
  // If the changes have a subscriber, the subscriber gets the error that ended the run. `start()` and the
  // handlers of a shared informer have no callback for this error. If the informer has no other users, the
  // error is reported as unhandled.
  const report = (error: unknown): void => {
    const isUnhandled = subscribers.count === withoutErrorHandler && starts.count + withoutErrorHandler > 0;
    if (!isUnhandled) return;
    // The error is reported after this task. A ListerWatcher can fail within `start()`, before the program
    // calls `waitForCacheSync`, which handles the error.
    const failed = run; // keep this run, because the program may start another run before the timer fires
    timer(0).subscribe(() => {
      if (!failed.isHandled) reportUnhandledError(error);
    });
  };
  const running$ = defer(() => {
    run = { isHandled: false };
    return pipe$;
  }).pipe(
    tap({ error: (error: unknown) => end({ error }), complete: () => end() }),
    ignoreElements(),
    share({ resetOnRefCountZero: () => (isDelayed() ? timer(resetDelay) : of(undefined)) }),
  );
  // `share` calls `isDelayed` before it subtracts the last reference from the count. The reset delay is for a
  // program that soon subscribes again. The end of a `start()`, or of a shared informer, is a deliberate
  // stop, and so has no delay.
  const isDelayed = (): boolean => resetDelay > 0 && subscribers.count > withoutErrorHandler;
  const counted = (references: { count: number }): Observable<never> =>
    defer(() => {
      references.count++;
      return running$.pipe(finalize(() => references.count--));
    });

  return {
    // Subscribes to the stream before the pipe, so that the changes of the first list have the cause 'initial' and not 'replay'.
    whileSubscribed: (stream$) => merge(stream$.pipe(takeUntil(ended)), counted(subscribers)),
    start: (signal) => startUntil(counted(starts), signal),
    references: () => ({ starts: starts.count, subscribers: subscribers.count }),
    errors: {
      markHandled: () => {
        run.isHandled = true;
      },
      addWithoutHandler: () => {
        withoutErrorHandler++;
        return () => withoutErrorHandler--;
      },
    },
  };
}

/**
 * The default reset delay in ms. The delay is longer than a change of route or of query in a web page. The
 * delay is too short to keep a finished program running for long.
 */
const defaultResetDelay = 1_000;
