import type { Scenario } from '../driver/scenario.ts';
import { cacheScenario } from '../scenarios/cache.ts';
import { coldStartScenario } from '../scenarios/cold-start.ts';
import { importSizeScenario } from '../scenarios/import-size.ts';
import { joinsScenario } from '../scenarios/joins.ts';
import { reconcileScenario } from '../scenarios/reconcile.ts';
import { stagesScenario } from '../scenarios/stages.ts';

/** The scenarios whose measurements have limits. These scenarios are short, and do the same work on each computer. */
export const gated: readonly Scenario[] = [
  only(
    // With 60,000 events, each measurement includes full garbage collections. With fewer events, chance would decide
    // whether a garbage collection happens.
    cacheScenario(
      'pods',
      { resource: 'pods', objects: 50_000, cold: 20_000, events: 60_000, paced: 0 },
      (name) => ['floor', 'informer, fetch', 'informer, client-node'].includes(name),
    ),
    ['syncCpu', 'syncStall', 'peakRss', 'heapPerObject', 'eventCpu', 'relistShare', 'relistChanges'],
  ),
  bytesOf(
    cacheScenario(
      'compact',
      // The measured heap per object includes the heap that the process needs without objects. With 10,000 objects,
      // this heap is 1 KB per object, which is too much. So the scenario has more objects.
      { resource: 'pods', objects: 50_000, cold: 0, events: 100, paced: 0 },
      (name) => name === 'compact, client-node',
    ),
  ),
  only(asked(stagesScenario([1_000, 10_000], 10_000)), [
    '1 handler, main thread',
    'each further handler, up to 100',
  ]),
  only(asked(reconcileScenario({ keys: 10_000, waiting: 100_000 }, true)), [
    ...['requestedStall', 'requestedLag', 'dueStall', 'dueLag', 'laterRun'],
    ...['ready', 'requeued', 'backoff'],
  ]),
  only(named(joinsScenario([10_000, 50_000, 100_000], 10_000, false), ['none', 'join']), [
    ...['event50000', 'growth', 'nodeRatio50000', 'task50000'],
  ]),
  uncached(coldStartScenario(2)),
  only(importSizeScenario, ['informer', 'informer, listWatch']),
];

/** Number of rounds for each comparison of the measurements with their limits. */
export const gateRounds = 5;

/** Removes the measured programs that run only if the user names them. */
function asked(scenario: Scenario): Scenario {
  return { ...scenario, contenders: scenario.contenders.filter(({ onRequest }) => onRequest !== true) };
}

/** Keeps only some of the measured programs. */
function named(scenario: Scenario, names: readonly string[]): Scenario {
  return { ...scenario, contenders: scenario.contenders.filter(({ name }) => names.includes(name)) };
}

/** Keeps only the columns that show how many bytes an object uses. Removes the ratios to the baseline program. */
function bytesOf(scenario: Scenario): Scenario {
  const { columns } = only(scenario, ['heapPerObject', 'outsidePerObject']);
  return { ...scenario, columns: columns.map((column) => ({ ...column, compared: false })), roundsEach: 0 };
}

/**
 * Keeps only the time until the first request. Keeps only three programs: the baseline program, and one informer for
 * each transport. None of the three programs uses Node's compile cache.
 */
function uncached(scenario: Scenario): Scenario {
  return named(only(scenario, ['first request']), [
    scenario.floor ?? '',
    'informer, fetch',
    'informer, client-node',
  ]);
}

function only(scenario: Scenario, keys: readonly string[]): Scenario {
  return { ...scenario, columns: scenario.columns.filter(({ key }) => keys.includes(key)) };
}
