import type { Scenario } from '../driver/scenario.ts';
import { cacheScenario } from '../scenarios/cache.ts';
import { coldStartScenario } from '../scenarios/cold-start.ts';
import { importSizeScenario } from '../scenarios/import-size.ts';
import { ownStagesScenario } from '../scenarios/own-stages.ts';
import { stagesScenario } from '../scenarios/stages.ts';

/** What the gate measures: short, and the same everywhere. */
export const gated: readonly Scenario[] = [
  only(
    // So many that what a full collection takes is in each figure, and not by chance.
    cacheScenario(
      'pods',
      { resource: 'pods', objects: 50_000, cold: 20_000, events: 60_000, paced: 0 },
      (name) => ['floor', 'informer, fetch', 'informer, client-node'].includes(name),
    ),
    ['syncCpu', 'syncStall', 'peakRss', 'heapPerObject', 'eventCpu', 'relistCpu', 'relistTold'],
  ),
  bytesOf(
    cacheScenario(
      'compact',
      // Of fewer, what the process itself holds would be most of it: 10,000 have 1 KB of heap each.
      { resource: 'pods', objects: 50_000, cold: 0, events: 100, paced: 0 },
      (name) => name === 'compact, client-node',
    ),
  ),
  only(growing(stagesScenario([1_000, 10_000], 3_000)), ['1 handler, main thread']),
  ownStagesScenario(10_000, ['1 handler, main thread', 'each further handler, up to 100']),
  uncached(coldStartScenario(2)),
  importSizeScenario,
];

/** Rounds of a gate. */
export const gateRounds = 5;

/** The line at two sizes, whose ratio is the growth of an event. */
function growing(scenario: Scenario): Scenario {
  return { ...scenario, contenders: scenario.contenders.slice(0, 2) };
}

/** What an object takes, beside nobody. */
function bytesOf(scenario: Scenario): Scenario {
  const { columns } = only(scenario, ['heapPerObject', 'outsidePerObject']);
  return { ...scenario, columns: columns.map((column) => ({ ...column, compared: false })), roundsEach: 0 };
}

/** The first request of the floor and of both transports, as a program without a cache of its code sends it. */
function uncached(scenario: Scenario): Scenario {
  const names = [scenario.floor, 'informer, fetch', 'informer, client-node'];
  const contenders = scenario.contenders.filter(({ name }) => names.includes(name));
  return { ...only(scenario, ['first request']), contenders };
}

function only(scenario: Scenario, keys: readonly string[]): Scenario {
  return { ...scenario, columns: scenario.columns.filter(({ key }) => keys.includes(key)) };
}
