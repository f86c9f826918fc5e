import { catchError, defer, finalize, type Observable, throwError } from 'rxjs';
import type { ReconcileContext, ReconcileMetrics, ReconcileOutcome } from 'rx-informer/controller';

/** Records the runs of all replicas of a controller, and finds contradictions between them. */
export interface RunRecords {
  /** The first few contradictions. */
  readonly violations: readonly string[];
  /** Number of runs that have started. */
  readonly runs: number;
  /** Number of runs that have failed. */
  readonly failures: number;
  /** Errors of runs that are missing in the outcomes, as text. */
  readonly silent: readonly string[];
  /** Adds a contradiction. */
  violate(text: string): void;
  /** Records one run of a key. Two runs of one key at the same time are a contradiction. */
  observeRun<T>(replica: string, context: ReconcileContext, work: () => Observable<T>): Observable<T>;
  observeOutcome(replica: string, outcome: ReconcileOutcome): void;
}

export function runRecords(): RunRecords {
  const running = new Map<string, string>();
  /** The errors without an outcome, each with the number of its run. */
  const errors = new Map<unknown, number>();
  /** The number of the last run of each key and replica. */
  const lastRuns = new Map<string, number>();
  const violations: string[] = [];
  let runs = 0;
  let failures = 0;

  const violate = (text: string): void => {
    if (violations.length < 10) violations.push(text);
  };
  return {
    violations,
    get runs() {
      return runs;
    },
    get failures() {
      return failures;
    },
    get silent() {
      return [...errors.keys()]
        .map((error) => `no outcome has the error of a run: ${String(error)}`)
        .slice(0, 5);
    },
    violate,
    observeRun: (replica, { key, signal }, work) =>
      defer(() => {
        const run = ++runs;
        lastRuns.set(`${replica} ${key}`, run);
        const other = running.get(key);
        if (other !== undefined) violate(`${key}: a run of ${replica} beside a run of ${other}`);
        running.set(key, replica);
        return work().pipe(
          catchError((error: unknown) => {
            if (!signal.aborted) errors.set(error, run);
            return throwError(() => error);
          }),
          finalize(() => running.delete(key)),
        );
      }),
    observeOutcome(replica, outcome) {
      if (outcome.outcome === 'notSynced') {
        violate(
          `${replica}: not synced: ${outcome.inputs.map(({ name, reason }) => `${name} ${reason}`).join()}`,
        );
      }
      if (outcome.outcome === 'aborted') {
        // An abort can come after the error of a promise, and before the controller has received that error.
        const aborted = lastRuns.get(`${replica} ${outcome.key}`);
        for (const [error, run] of errors) if (run === aborted) errors.delete(error);
      }
      if (outcome.outcome !== 'failed') return;
      failures++;
      errors.delete(outcome.error);
      if (outcome.retryAfter === undefined)
        violate(`${replica}: ${outcome.key} is not retried: ${String(outcome.error)}`);
    },
  };
}

/** Compares the metrics of one controller with its outcomes. */
export interface MetricsRecords {
  readonly latest: ReconcileMetrics | undefined;
  observeMetrics(metrics: ReconcileMetrics): void;
  observeOutcome(outcome: ReconcileOutcome): void;
  /** Returns the difference between the metrics and the outcomes as text, if there is one. */
  differences(): readonly string[];
}

export function metricsRecords(replica: string): MetricsRecords {
  let latest: ReconcileMetrics | undefined;
  let retries = 0;
  return {
    get latest() {
      return latest;
    },
    observeMetrics: (metrics) => void (latest = metrics),
    observeOutcome: (outcome) => void (retries += Number(outcome.outcome === 'failed')),
    differences: () =>
      latest === undefined || latest.retries === retries
        ? []
        : [`${replica}: ${latest.retries} retries in the metrics, ${retries} failed outcomes`],
  };
}
