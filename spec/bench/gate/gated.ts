import type { Scenario } from '../driver/scenario.ts';
import { cacheScenario } from '../scenarios/cache.ts';
import { coldStartScenario } from '../scenarios/cold-start.ts';
import { importSizeScenario } from '../scenarios/import-size.ts';
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
    ['syncCpu', 'syncStall', 'peakRss', 'heapPerObject', 'eventCpu', 'relistShare', 'relistTold'],
  ),
  bytesOf(
    cacheScenario(
      'compact',
      // Of fewer, what the process itself holds would be most of it: 10,000 have 1 KB of heap each.
      { resource: 'pods', objects: 50_000, cold: 0, events: 100, paced: 0 },
      (name) => name === 'compact, client-node',
    ),
  ),
  only(asked(stagesScenario([1_000, 10_000], 10_000)), [
    '1 handler, main thread',
    'each further handler, up to 100',
  ]),
  uncached(coldStartScenario(2)),
  only(importSizeScenario, ['informer', 'informer, listWatch']),
];

/** Rounds of a judgement. */
export const gateRounds = 5;

/** Without those that run only when a user names them. */
function asked(scenario: Scenario): Scenario {
  return { ...scenario, contenders: scenario.contenders.filter(({ onRequest }) => onRequest !== true) };
}

/** The bytes of an object, without a floor. */
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
