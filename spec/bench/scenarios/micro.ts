import type { Scenario } from '../driver/scenario.ts';
import { stepGroups } from '../micro/steps.ts';

/**
 * Measures each function that handles a watch event separately, with tinybench. Measures wall time, because
 * disturbances hardly change the median of thousands of repetitions.
 *
 * @param time - the duration of the measurement of each function, ms
 */
export const microScenario = (time: number): Scenario => ({
  name: 'micro',
  title: 'the steps of an event of 5 KB, each alone and warm',
  servers: [],
  contenders: [
    { name: 'ours', script: new URL('../micro/child.ts', import.meta.url), args: () => [String(time)] },
  ],
  columns: Object.entries(stepGroups).flatMap(([group, steps]) =>
    Object.keys(steps).map((key) => ({ group, key, title: key, unit: 'µs', digits: 2 })),
  ),
  roundsEach: 0,
});
