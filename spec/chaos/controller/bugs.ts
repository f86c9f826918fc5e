import {
  catchError,
  EMPTY,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  NEVER,
  type Observable,
  of,
  startWith,
  switchMap,
  takeUntil,
} from 'rxjs';
import {
  type ControllerOptions,
  controllerOf,
  type ReconcileContext,
  type ReconcileOutcome,
  toRequests,
} from 'rx-informer/controller';
import { type ConfigMap, core } from 'rx-informer/kinds';
import type { CheckName } from './checks.ts';

/** A wrong controller, which the chaos test must find. */
export interface Bug {
  readonly name: string;
  /** The check that must find the bug. */
  readonly check: CheckName;
  /** Matches the problem that the check must report. */
  readonly problem: RegExp;
  /** Changes the options of `controller`. */
  readonly options?: (options: ControllerOptions<ConfigMap>) => ControllerOptions<ConfigMap>;
  /** Replaces `controller`. */
  readonly controller?: (options: ControllerOptions<ConfigMap>) => Observable<ReconcileOutcome>;
  /**
   * Whether the reconcile function reads directly from the stores of the informers. These stores do not contain its
   * newest own writes.
   */
  readonly ignoresOwnWrites?: boolean;
}

/** Runs the reconcile function at once for each request, even while another run of the same key has not ended. */
function runsBeside(options: ControllerOptions<ConfigMap>): Observable<ReconcileOutcome> {
  const requests$ = merge(
    options.for.changes().pipe(toRequests()),
    ...Object.values(options.owns ?? {}).map((owned) =>
      owned.changes().pipe(toRequests(controllerOf(core.v1.configmaps))),
    ),
  );
  return (options.enabled ?? NEVER).pipe(
    switchMap((isLeader) => (isLeader ? requests$ : EMPTY)),
    mergeMap(({ key }) => {
      const { signal } = new AbortController();
      const context: ReconcileContext = { key, causes: [], attempt: 0, signal, waitUntil: () => undefined };
      const ended = options.reconcile(options.for.store.get(key), context);
      return from(ended as Observable<undefined>).pipe(
        catchError((error: unknown) => of(error)),
        ignoreElements(),
      );
    }),
    takeUntil(options.stop$ ?? NEVER),
  );
}

export const bugs: readonly Bug[] = [
  {
    name: 'a failed run counts as done, and is not retried',
    check: 'each failed run has an outcome',
    problem: /^no outcome has the error of a run: /,
    options: (options) => ({
      ...options,
      reconcile: (source, context) =>
        from(options.reconcile(source, context) as Observable<undefined>).pipe(catchError(() => EMPTY)),
    }),
  },
  {
    name: 'a key runs beside itself',
    check: 'no run of a key was beside another, and the controllers never ended',
    problem: /: a run of (replica-\d) beside a run of \1$/,
    controller: runsBeside,
  },
  {
    name: 'deletes of sources are ignored',
    check: 'each key is in its wanted state',
    problem: /: the source is still being deleted$/,
    options: (options) => ({
      ...options,
      for: {
        ...options.for,
        store: options.for.store,
        changes: (how) =>
          options.for
            .changes(how)
            .pipe(
              filter(
                ({ type, object }) => type !== 'deleted' && object.metadata.deletionTimestamp === undefined,
              ),
            ),
      },
    }),
  },
  {
    name: 'changes of the copies are ignored',
    check: 'each key is in its wanted state',
    problem: /: (no copy|the copy has the value .*)$/,
    options: ({ owns = {}, ...options }) => ({
      ...options,
      inputs: owns,
      triggers: Object.values(owns).map((copies) => copies.changes().pipe(ignoreElements())),
    }),
  },
  {
    name: 'a replica also runs if it does not lead',
    check: 'no run of a key was beside another, and the controllers never ended',
    problem: /: a run of (replica-\d) beside a run of (?!\1)replica-\d$/,
    options: (options) => ({
      ...options,
      enabled: merge((options.enabled ?? NEVER).pipe(ignoreElements()), NEVER).pipe(
        startWith(true),
        map(() => true),
      ),
    }),
  },
  {
    name: 'own writes are not read',
    check: 'no run of a key was beside another, and the controllers never ended',
    problem: /: the store has \d+, after the own write \d+$/,
    ignoresOwnWrites: true,
  },
];
