import { controllerRuntime } from '../controller-runtime/build.ts';
import { column, type Column } from '../driver/column.ts';
import type { Contender, Scenario } from '../driver/scenario.ts';
import { pacedEvents, type ReconcileSizes, watchedObjects } from '../reconcile/measures.ts';

const script = new URL('../reconcile/child.ts', import.meta.url);

/** Controller-runtime with its default queue, and with the queue of client-go. Both run one key at a time by default. */
const peers = {
  priority: 'peer: controller-runtime 0.24.1',
  'client-go': "peer: controller-runtime 0.24.1, client-go's queue",
} as const;

/**
 * Returns the scenario for the costs of a controller: a function that runs for each key. The sources of the keys are in
 * memory. Only the watch events, whose delay the scenario measures, come from a server.
 *
 * @param isQuick - if true, the programs in Go run only if the user names them
 */
export function reconcileScenario({ keys, waiting }: ReconcileSizes, isQuick: boolean): Scenario {
  const contender = (name: string, program: string): Contender => ({
    name,
    script,
    args: ([server = '']) => [program, String(keys), String(waiting), server],
  });
  const [some, many] = [keys.toLocaleString('en'), waiting.toLocaleString('en')];
  const oneTask = 'requested in one task';
  const oneTime = 'due at one time';
  const run = `an empty run, ${some} keys`;
  const backlogRun = `an empty run, ${many} keys`;
  const heap = `heap, ${many} keys`;
  return {
    name: 'reconcile',
    title: `${some} keys due at once with runs of 100 µs, ${many} waiting keys`,
    servers: [{ resource: 'leases', objects: watchedObjects, events: 0, paced: pacedEvents(keys) }],
    contenders: [
      contender('reconcileByKey', 'reconcileByKey'),
      ...Object.entries(peers).map(([queue, name]) => ({
        ...contender(name, queue),
        prepare: controllerRuntime.build,
        ...(isQuick && { onRequest: true }),
      })),
    ],
    columns: [
      column(oneTask, 'requestedStall', 'longest stall', 'ms'),
      column(oneTask, 'requestedTask', 'its CPU', 'ms'),
      column(oneTask, 'requestedLag', 'write to handler p99', 'ms', 1),
      column(oneTime, 'dueStall', 'longest stall', 'ms'),
      column(oneTime, 'dueTask', 'its CPU', 'ms'),
      column(oneTime, 'dueLag', 'write to handler p99', 'ms', 1),
      column('all runs', 'workCpu', 'CPU', 'ms'),
      column('all runs', 'peakRss', 'peak RSS', 'MB'),
      ...runColumns(run, ['firstRun', 'laterRun', 'mainRun']),
      ...runColumns(backlogRun, ['firstBacklogRun', 'backlogRun', 'backlogMainRun']),
      column(heap, 'ready', 'ready', 'B/key'),
      column(heap, 'requeued', 'requeued', 'B/key'),
      column(heap, 'backoff', 'in backoff', 'B/key'),
    ],
  };
}

function runColumns(
  group: string,
  [first, later, main]: readonly [string, string, string],
): readonly Column[] {
  return [
    column(group, first, 'CPU, first pass', 'µs', 1),
    column(group, later, 'CPU, later', 'µs', 1),
    column(group, main, 'main thread', 'µs', 1),
  ];
}
