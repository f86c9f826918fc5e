import type { Scenario } from '../driver/scenario.ts';
import { stepGroups } from '../micro/steps.ts';

/**
 * The steps of an event, each alone, by tinybench: wall time, of which the median of thousands of repetitions is little
 * disturbed.
 *
 * @param time - ms for each step
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
