import type { Scenario } from '../driver/scenario.ts';
import { cacheScenario } from '../scenarios/cache.ts';
import { coldStartScenario } from '../scenarios/cold-start.ts';
import { importSizeScenario } from '../scenarios/import-size.ts';
import { stagesScenario } from '../scenarios/stages.ts';

/** The scenarios whose costs have limits. The scenarios are short, and the same on each computer. */
export const gated: readonly Scenario[] = [
  only(
    // With this number of events, each measurement includes full garbage collections, and does not depend on chance.
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
      // With fewer objects, the memory of the process itself would dominate. With 10,000 objects, the process itself
      // needs 1 KB of heap for each object.
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

/** Number of rounds of one judgement. */
export const gateRounds = 5;

/** Removes the contenders that run only if the user names them. */
function asked(scenario: Scenario): Scenario {
  return { ...scenario, contenders: scenario.contenders.filter(({ onRequest }) => onRequest !== true) };
}

/** Removes all columns except the bytes of an object, and removes the ratios to the baseline. */
function bytesOf(scenario: Scenario): Scenario {
  const { columns } = only(scenario, ['heapPerObject', 'outsidePerObject']);
  return { ...scenario, columns: columns.map((column) => ({ ...column, compared: false })), roundsEach: 0 };
}

/**
 * Removes all columns except the first request, and all contenders except the baseline and both transports. The
 * remaining contenders use no compile cache.
 */
function uncached(scenario: Scenario): Scenario {
  const names = [scenario.floor, 'informer, fetch', 'informer, client-node'];
  const contenders = scenario.contenders.filter(({ name }) => names.includes(name));
  return { ...only(scenario, ['first request']), contenders };
}

function only(scenario: Scenario, keys: readonly string[]): Scenario {
  return { ...scenario, columns: scenario.columns.filter(({ key }) => keys.includes(key)) };
}
