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

/** The status of an informer: that of its reflector, and whether the store has synced. */
export interface StatusKeeper {
  readonly status$: Observable<InformerStatus>;
  readonly tell: (status: ReflectorStatus) => void;
  /** Repeats the last transition if the store has synced since. */
  readonly storeWritten: () => void;
  /** The run has ended with an error. The reflector may have reported it already. */
  readonly failed: (error: unknown) => void;
}

export function informerStatus(store: { readonly hasSynced: boolean }): StatusKeeper {
  const status = new BehaviorSubject<InformerStatus>({ phase: 'stopped', hasSynced: false });
  let transition: ReflectorStatus = { phase: 'stopped' };
  const hasFailed = (): boolean => status.value.phase === 'stopped' && status.value.error !== undefined;
  const tell = (next: ReflectorStatus): void => {
    // What is torn down behind an error stops as well.
    if (hasFailed() && next.phase === 'stopped' && next.error === undefined && next.disabled !== true) return;
    if (!('incident' in next)) transition = next;
    else if (next.incidents !== undefined) transition = { ...transition, incidents: next.incidents };
    status.next({ ...next, hasSynced: store.hasSynced });
  };

  return {
    status$: status.asObservable(),
    tell,
    storeWritten() {
      if (status.value.hasSynced !== store.hasSynced) tell(transition);
    },
    failed(error) {
      if (!hasFailed()) tell({ phase: 'stopped', error: asKubeError(error, 'the informer') });
    },
  };
}

/** One pipe that runs as long as it is needed. */
export interface InformerRun {
  /** The same stream; a subscription keeps the pipe running, and ends as the pipe does. */
  readonly whileSubscribed: <B>(stream$: Observable<B>) => Observable<B>;
  readonly start: (signal?: AbortSignal) => Subscription;
  readonly errors: InformerErrors;
}

/** What a run needs. */
export interface InformerRunOptions {
  /** In ms; default 1,000. */
  readonly resetDelay: number | undefined;
  /** Called before subscribers are notified of the end, with the error if there is one. */
  readonly onEnd: (failure?: { readonly error: unknown }) => void;
}

/** Shares a pipe among its subscribers and its starts. */
export function informerRun(
  pipe$: Observable<unknown>,
  { resetDelay = defaultResetDelay, onEnd }: InformerRunOptions,
): InformerRun {
  const ended = new Subject<void>();
  const count = { starts: 0, subscribers: 0, silent: 0 };
  let run = { isHandled: false };

  const end = (failure?: { readonly error: unknown }): void => {
    onEnd(failure);
    // One that subscribes again from its callback begins a new run.
    ended.next();
    if (failure !== undefined) report(failure.error);
  };
  // A subscriber of the changes handles their error. `start` and handlers have no callback for it.
  const report = (error: unknown): void => {
    const isUnheard = count.subscribers === count.silent && count.starts + count.silent > 0;
    if (!isUnheard) return;
    // After this task: a source can fail within `start`, before the `waitForCacheSync` behind it.
    const failed = run; // the user may begin another one by then
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
  // The subscriber that leaves last is still counted. The end of a `start` is a decision to stop.
  const isDelayed = (): boolean => resetDelay > 0 && count.subscribers > count.silent;
  const counted = (what: keyof typeof count): Observable<never> =>
    defer(() => {
      count[what]++;
      return running$.pipe(finalize(() => count[what]--));
    });

  return {
    // The stream is subscribed to before the pipe, so that the first list comes as such and not as a replay.
    whileSubscribed: (stream$) => merge(stream$.pipe(takeUntil(ended)), counted('subscribers')),
    start: (signal) => startUntil(counted('starts'), signal),
    errors: {
      markHandled: () => {
        run.isHandled = true;
      },
      addSilentSubscriber: () => {
        count.silent++;
        return () => count.silent--;
      },
    },
  };
}

/** In ms. Longer than a change of route or of a query takes, and short enough for a program that ends. */
const defaultResetDelay = 1_000;
