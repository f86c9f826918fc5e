import { asyncScheduler, defer, NEVER, type Observable, switchMap, tap, timer } from 'rxjs';
import { type KubeError, type KubeObject } from '../objects/index.ts';
import { elapsed } from '../scheduling/index.ts';
import type { ListerWatcher } from '../source/index.ts';

/**
 * Delays of restarts, in ms: the delay of the first restart after a failure, and the longest delay. Each
 * further restart doubles the delay.
 */
const step = { first: 800, longest: 12_800 } as const;
/**
 * How long a failure delays restarts, in ms. A later restart has no delay, because it is independent of the
 * failure.
 */
const failureRelevance = 30_000;

/**
 * The backoff for a program that stops and starts the informer at each failure. Each start creates a new reflector with a new
 * backoff.
 */
export interface RestartBackoff {
  failed(now: number): void;
  started(now: number): void;
  /** Returns the remaining delay before the next request, in ms. */
  wait(now: number): number;
}

export function createRestartBackoff(): RestartBackoff {
  let failedAt = -Infinity;
  let restarts = 0;
  let pause = { since: -Infinity, ms: 0 };
  return {
    failed(now) {
      failedAt = now;
    },
    started(now) {
      restarts = elapsed(failedAt, now) > failureRelevance ? 0 : restarts + 1;
      if (restarts > 0)
        pause = { since: failedAt, ms: Math.min(step.first * 2 ** (restarts - 1), step.longest) };
    },
    wait: (now) => Math.max(0, pause.ms - elapsed(pause.since, now)),
  };
}

/** Receives the requests and failures of a reflector, for the events of client-node. */
export interface RequestListener {
  /** Called before a list, or before a watch without a list. @returns whether the request may be sent */
  connect(): boolean;
  /** Called when a request failed, or when an object was skipped. */
  error(error: KubeError): void;
}

interface Status {
  readonly phase: string;
  readonly failure?: KubeError['failure'];
  readonly error?: KubeError;
  readonly incident?: KubeError;
  readonly incidents?: number;
}

export interface TrackedRequests<T extends KubeObject> {
  readonly source: ListerWatcher<T>;
  readonly onStatus: (status: Status) => void;
  /** Resets the state of the tracker. Call `reset` at each start of the informer. */
  reset(): void;
}

/**
 * Observes the requests and the status of a reflector. The status alone does not show when a request begins, nor whether a watch
 * ended regularly. As in client-node, three situations are not an error: a regular end of a watch, an expired
 * version, and a server without streaming lists.
 */
export function trackRequests<T extends KubeObject>(
  source: ListerWatcher<T>,
  listener: RequestListener,
): TrackedRequests<T> {
  let isConnecting = false; // whether the listener was already called for the current attempt
  let hasEnded = false;
  let lastIncidents = 0;
  const backoff = createRestartBackoff();

  const request = <V>(request$: () => Observable<V>): Observable<V> =>
    defer(() => {
      const wait = backoff.wait(asyncScheduler.now());
      if (wait > 0) return timer(wait).pipe(switchMap(() => request(request$)));
      hasEnded = false;
      if (isConnecting) return request$();
      isConnecting = true;
      return listener.connect() ? request$() : NEVER;
    });
  const fail = (error: KubeError): void => {
    backoff.failed(asyncScheduler.now());
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
      // If the status has an `incident` but the count `incidents` has not grown, the incident is not a
      // failure. Examples are a response that has not begun after 5 s, or a failed check of the current
      // resourceVersion during a watch.
      const isFailure = incidents > lastIncidents;
      lastIncidents = incidents;
      if (incident !== undefined && isFailure) fail(incident);
      if (phase !== 'waiting' || failure === 'unsupported') return;
      isConnecting = false;
      if (error !== undefined && failure !== 'expired' && !hasEnded) fail(error);
    },
    reset() {
      backoff.started(asyncScheduler.now());
      isConnecting = hasEnded = false;
      lastIncidents = 0;
    },
  };
}
