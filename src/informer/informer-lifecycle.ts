import {
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
import type { InformerErrors, InformerStatus } from './informer-types.ts';
import { startUntil } from './start-until.ts';
import { asKubeError } from '../objects/index.ts';
import type { ReflectorStatus } from '../reflector/index.ts';

/** The status of an informer: the status of its reflector, and whether the store has synced. */
export interface StatusTracker {
  readonly status$: Observable<InformerStatus>;
  readonly emit: (status: ReflectorStatus) => void;
  /** Emits the last transition again if the store has synced since. */
  readonly refresh: () => void;
  /** Emits the error that ended the run, unless the reflector has already emitted the error. */
  readonly fail: (error: unknown) => void;
}

export function informerStatus(store: { readonly hasSynced: boolean }): StatusTracker {
  const status = new BehaviorSubject<InformerStatus>({ phase: 'stopped', hasSynced: false });
  let transition: ReflectorStatus = { phase: 'stopped' };
  const hasFailed = (): boolean => status.value.phase === 'stopped' && status.value.error !== undefined;
  const emit = (next: ReflectorStatus): void => {
    // After an error the teardown emits 'stopped', too; that status would hide the error.
    if (hasFailed() && next.phase === 'stopped' && next.error === undefined && next.disabled !== true) return;
    if (!('incident' in next)) transition = next;
    else if (next.incidents !== undefined) transition = { ...transition, incidents: next.incidents };
    status.next({ ...next, hasSynced: store.hasSynced });
  };

  return {
    status$: status.asObservable(),
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
 * Starts and stops an informer's pipe. The pipe runs while its reference count (subscribers plus calls of `start()`) is
 * above zero, and for `resetDelay` longer if the last reference was a subscriber.
 */
export interface InformerLifecycle {
  /** Adds the run to a stream: a subscription counts as a reference, and ends when the pipe ends. */
  readonly whileSubscribed: <B>(stream$: Observable<B>) => Observable<B>;
  readonly start: (signal?: AbortSignal) => Subscription;
  readonly errors: InformerErrors;
}

export interface InformerLifecycleOptions {
  /** In ms. Default 1,000. */
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
    // The streams of `whileSubscribed` end here, before `share` passes on the error or the completion.
    ended.next();
    if (failure !== undefined) report(failure.error);
  };
  // A subscriber of the changes gets the error that ended the run. `start()` and the handlers of a shared informer have no callback
  // for the error.
  const report = (error: unknown): void => {
    const isUnhandled = subscribers.count === withoutErrorHandler && starts.count + withoutErrorHandler > 0;
    if (!isUnhandled) return;
    // Report after this task: a source can fail within `start()`, before the program calls `waitForCacheSync`.
    const failed = run; // after this task the program may have started another run
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
  // Called before the last reference is subtracted from its count. The delay is for a page or a program that soon subscribes again.
  // The end of a `start()`, or of a shared informer, is a deliberate stop without a delay.
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

/** In ms. Longer than a change of the route or of a query, and too short to delay the exit of a program much. */
const defaultResetDelay = 1_000;
