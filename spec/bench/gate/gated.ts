import type { Scenario } from '../driver/scenario.ts';
import { cacheScenario } from '../scenarios/cache.ts';
import { importSizeScenario } from '../scenarios/import-size.ts';
import { stagesScenario } from '../scenarios/stages.ts';

/** What the gate measures: short, and the same everywhere. */
export const gated: readonly Scenario[] = [
  only(
    cacheScenario('pods', { resource: 'pods', objects: 10_000, events: 10_000, paced: 0 }, (name) =>
      ['floor', 'informer, fetch', 'informer, client-node'].includes(name),
    ),
    ['syncCpu', 'peakRss', 'heapPerObject', 'eventCpu', 'relistCpu', 'relistTold'],
  ),
  only(growing(stagesScenario([1_000, 10_000], 3_000)), ['1 handler, main thread']),
  importSizeScenario,
];

/** Rounds of a gate. */
export const gateRounds = 5;

/** The line at two sizes, whose ratio is the growth of an event. */
function growing(scenario: Scenario): Scenario {
  return { ...scenario, contenders: scenario.contenders.slice(0, 2) };
}

function only(scenario: Scenario, keys: readonly string[]): Scenario {
  return { ...scenario, columns: scenario.columns.filter(({ key }) => keys.includes(key)) };
}
