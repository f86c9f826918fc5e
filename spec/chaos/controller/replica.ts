import { defer, map, type Observable, Subject, tap } from 'rxjs';
import { type IndexedStore, informer, keyOf, type KubeObject, listWatch } from 'rx-informer';
import { resourceClient } from 'rx-informer/client';
import {
  controller,
  controllerOf,
  type ControllerOptions,
  exponentialLimiter,
  leaderElection,
  readYourWrites,
  type ReconcileContext,
  type ReconcileOutcome,
  toRequests,
} from 'rx-informer/controller';
import { type ConfigMap, core } from 'rx-informer/kinds';
import type { Bug } from './bugs.ts';
import { copier } from './copier.ts';
import { observedView, ownWritesRecords } from './own-writes-records.ts';
import { type ReplicaConnections, transportsOf } from './replica-transports.ts';
import { metricsRecords, type RunRecords } from './run-records.ts';
import { namespace, type ServerState } from './wanted-state.ts';

/** One replica of the controller under test. */
export interface Replica {
  readonly isLeader: boolean;
  /** The number of times that this replica became the leader. */
  readonly terms: number;
  /** Makes the next run block the event loop for `ms` ms. 0 cancels this. */
  block(ms: number): void;
  /** Returns what a replica must not have while no object changes: waiting keys, and metrics that differ from the outcomes. */
  unrest(): readonly string[];
  /** Whether the replica leads, has received this state of the server, and has no work. */
  isIdleAt(state: ServerState): boolean;
  /** Ends the replica: after its running runs, or at once. Resolves when its observable has ended. */
  stop(how: 'drain' | 'crash'): Promise<void>;
}

export function startReplica(connections: ReplicaConnections, records: RunRecords, bug?: Bug): Replica {
  const { name, isAsync } = connections;
  const [reads, writes] = transportsOf(connections);
  const reflect = { backoff: { initial: 100, max: 1_000 }, idleTimeout: 3_000 };
  const sources = informer(listWatch(reads, core.v1.configmaps, { namespace }), { reflect });
  const copies = informer(listWatch(reads, core.v1.secrets, { namespace }), { reflect });
  const seen = ownWritesRecords((text) => records.violate(`${name}: ${text}`));
  const ownSources = readYourWrites(sources, resourceClient(writes, core.v1.configmaps));
  const ownCopies = readYourWrites(copies, resourceClient(writes, core.v1.secrets));
  for (const { late$ } of [ownSources, ownCopies]) late$.subscribe(() => seen.forget());
  const copy = copier({
    sources: observedView(
      seen,
      'source',
      ownSources,
      bug?.ignoresOwnWrites === true ? sources.store : ownSources.store,
    ),
    copies: observedView(
      seen,
      'copy',
      ownCopies,
      bug?.ignoresOwnWrites === true ? copies.store : ownCopies.store,
    ),
  });

  const metrics = metricsRecords(name);
  const stop$ = new Subject<void>();
  let [isLeader, terms, blockFor] = [false, 0, 0];
  const enabled$ = leaderElection(writes, {
    key: `${namespace}/leader`,
    identity: name,
    leaseDuration: 3_000,
    renewDeadline: 2_000,
    retryPeriod: 400,
  }).pipe(
    map((leadership) => leadership.isLeader),
    tap((next) => {
      terms += Number(next && !isLeader);
      isLeader = next;
    }),
  );
  const run = (context: ReconcileContext): Observable<undefined> =>
    records.observeRun(name, context, () =>
      defer(() => {
        const end = performance.now() + blockFor;
        blockFor = 0;
        while (performance.now() < end);
        return copy(context);
      }),
    );
  const options: ControllerOptions<ConfigMap> = {
    for: sources,
    resource: core.v1.configmaps,
    owns: { secrets: copies },
    triggers: [
      ownSources.missed$.pipe(toRequests()),
      ownCopies.missed$.pipe(toRequests(controllerOf(core.v1.configmaps))),
    ],
    concurrency: 4,
    timeout: 2_000,
    rateLimiter: exponentialLimiter({ base: 20, max: 500 }),
    enabled: enabled$,
    stop$,
    drainTimeout: 3_000,
    metrics: { next: (numbers) => metrics.observeMetrics(numbers) },
    reconcile: (_source, context) => (isAsync ? asPromise(run(context), context.signal) : run(context)),
  };
  const outcomes$: Observable<ReconcileOutcome> =
    bug?.controller?.(options) ?? controller(bug?.options?.(options) ?? options);

  let ended: () => void = () => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
  let isStopping = false;
  const running = outcomes$.subscribe({
    next: (outcome) => {
      records.observeOutcome(name, outcome);
      metrics.observeOutcome(outcome);
    },
    error: (error: unknown) => {
      records.violate(`${name} ended with an error: ${String(error)}`);
      ended();
    },
    complete: () => {
      if (!isStopping) records.violate(`${name} has completed`);
      ended();
    },
  });

  const waitingKeys = (): number => {
    const { depth = 0, running: active = 0, delayed = 0 } = metrics.latest ?? {};
    return isLeader ? depth + active + delayed : active;
  };

  return {
    get isLeader() {
      return isLeader;
    },
    get terms() {
      return terms;
    },
    block: (ms) => void (blockFor = ms),
    unrest() {
      const waiting = waitingKeys();
      return [
        ...metrics.differences(),
        ...(waiting === 0 ? [] : [`${name}: ${waiting} keys are ready, running or delayed`]),
      ];
    },
    isIdleAt: (state) =>
      isLeader &&
      waitingKeys() === 0 &&
      shows(sources.store, state.sources) &&
      shows(copies.store, state.copies),
    async stop(how) {
      isStopping = true;
      if (how === 'crash') {
        running.unsubscribe();
        isLeader = false;
        ended();
      } else stop$.next();
      await end;
    },
  };
}

/** Whether a store has exactly these versions of the objects. */
const shows = (
  store: Pick<IndexedStore<KubeObject>, 'get' | 'size'>,
  objects: readonly KubeObject[],
): boolean =>
  store.size === objects.length &&
  objects.every(
    (object) => store.get(keyOf(object))?.metadata.resourceVersion === object.metadata.resourceVersion,
  );

/** Runs the Observable as an async function does that passes `signal` on. */
function asPromise(work$: Observable<undefined>, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve, reject) => {
    const running = work$.subscribe({ error: reject, complete: () => resolve(undefined) });
    signal.addEventListener('abort', () => {
      running.unsubscribe();
      reject(signal.reason as Error);
    });
  });
}
