import { asyncScheduler, defer, NEVER, type Observable, switchMap, tap, timer } from 'rxjs';
import { type KubeError, type KubeObject } from '../objects/index.ts';
import { elapsed } from '../scheduling/index.ts';
import type { ListerWatcher } from '../source/index.ts';

/** In ms: the wait of the first restart upon a failure, doubled with each further one, and the longest. */
const step = { first: 800, longest: 12_800 } as const;
/** In ms: a failure that is older has nothing to do with a restart. */
const memory = 30_000;

/**
 * How soon a program that stops and starts at each failure is let through again: a start begins with a new reflector,
 * which knows nothing of the waits of the one before.
 */
export interface RestartPace {
  failed(now: number): void;
  started(now: number): void;
  /** How long the next request has to wait, ms. */
  wait(now: number): number;
}

export function createRestartPace(): RestartPace {
  let failedAt = -Infinity;
  let restarts = 0;
  let pause = { since: -Infinity, ms: 0 };
  return {
    failed(now) {
      failedAt = now;
    },
    started(now) {
      restarts = elapsed(failedAt, now) > memory ? 0 : restarts + 1;
      if (restarts > 0)
        pause = { since: failedAt, ms: Math.min(step.first * 2 ** (restarts - 1), step.longest) };
    },
    wait: (now) => Math.max(0, pause.ms - elapsed(pause.since, now)),
  };
}

/** What the attempts of a reflector come to, in client-node's words. */
export interface AttemptListener {
  /** A list, or a watch that follows upon none, is about to be asked for. @returns whether it still may be */
  connect(): boolean;
  /** A request failed, or something that came was left out. */
  error(error: KubeError): void;
}

/** What of a `ReflectorStatus` is looked at. */
interface Status {
  readonly phase: string;
  readonly failure?: KubeError['failure'];
  readonly error?: KubeError;
  readonly incident?: KubeError;
  readonly incidents?: number;
}

/** The two places from where a reflector is heard. */
export interface Attempts<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  readonly onStatus: (status: Status) => void;
  /** All begins anew. */
  reset(): void;
}

/**
 * Hears a reflector at both ends: its status alone does not say when a request begins, nor whether a watch ended as
 * servers end them. As in client-node that is no error, and neither is a version that expired; nor is a server that does
 * not stream lists.
 */
export function hearAttempts<T extends KubeObject>(
  source: ListerWatcher<T>,
  listener: AttemptListener,
): Attempts<T> {
  let isConnecting = false; // the listener has been called for the attempt that goes on
  let hasEnded = false;
  let leftOut = 0;
  const pace = createRestartPace();

  const request = <V>(made$: () => Observable<V>): Observable<V> =>
    defer(() => {
      const wait = pace.wait(asyncScheduler.now());
      if (wait > 0) return timer(wait).pipe(switchMap(() => request(made$)));
      hasEnded = false;
      if (isConnecting) return made$();
      isConnecting = true;
      return listener.connect() ? made$() : NEVER;
    });
  const fail = (error: KubeError): void => {
    pace.failed(asyncScheduler.now());
    listener.error(error);
  };
  const onEnd = (): void => {
    hasEnded = true;
    isConnecting = false;
  };

  return {
    source: {
      list: (options, hooks) => request(() => source.list(options, hooks)),
      watch: (options, hooks) => request(() => source.watch(options, hooks)).pipe(tap({ complete: onEnd })),
    },
    onStatus({ phase, failure, error, incident, incidents = 0 }) {
      // An incident that does not count is no failure: an answer is late, or a check beside a watch has failed.
      const isFailure = incidents > leftOut;
      leftOut = incidents;
      if (incident !== undefined && isFailure) fail(incident);
      if (phase !== 'waiting' || failure === 'unsupported') return;
      isConnecting = false;
      if (error !== undefined && failure !== 'expired' && !hasEnded) fail(error);
    },
    reset() {
      pace.started(asyncScheduler.now());
      isConnecting = hasEnded = false;
      leftOut = 0;
    },
  };
}
