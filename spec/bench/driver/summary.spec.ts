import { describe, expect, it } from '@jest/globals';
import type { Column } from './column.ts';
import type { ScenarioResult } from './run-scenario.ts';
import { spreadOf, summaries } from './summary.ts';

const column = (key: string, compared?: false): Column => ({
  key,
  title: key,
  unit: '',
  digits: 0,
  group: 'all',
  ...(compared === false && { compared }),
});

const result: ScenarioResult = {
  scenario: {
    name: 'thing',
    title: 'a thing',
    servers: [],
    contenders: [],
    floor: 'floor',
    columns: [column('cpu'), column('relisted', false)],
  },
  outcomes: [
    { name: 'floor', rounds: [{ cpu: 10 }, { cpu: 20 }, { cpu: 40 }] },
    {
      name: 'ours',
      rounds: [
        { cpu: 5, relisted: 3 },
        { cpu: 30, relisted: 3 },
        { cpu: 40, relisted: 3 },
      ],
    },
    { name: 'theirs', rounds: [], notRun: 'no Go' },
  ],
};

describe('the summary of a scenario', () => {
  const [floor, ours, theirs] = summaries(result);

  it('should divide by the floor of the same round, not by its median', () => {
    expect(ours?.ratios).toEqual({ cpu: spreadOf([0.5, 1.5, 1]) });
    expect(ours?.ratios['cpu']?.median).toBe(1);
  });

  it('should have no ratios for the floor, and none for a column that is not compared', () => {
    expect(floor?.ratios).toEqual({});
    expect(ours?.ratios).not.toHaveProperty('relisted');
  });

  it('should contain the median of each figure, and omit a figure that no round has', () => {
    expect(ours?.figures['cpu']?.median).toBe(30);
    expect(ours?.figures['relisted']).toEqual({ count: 3, median: 3, p10: 3, p90: 3 });
    expect(floor?.figures).not.toHaveProperty('relisted');
  });

  it('should contain the reason why a contender did not run', () => {
    expect(theirs).toEqual({ name: 'theirs', notRun: 'no Go', figures: {}, ratios: {} });
  });

  it('should not divide by a missing figure', () => {
    const outcomes = [
      { name: 'floor', rounds: [{ cpu: 0 }] },
      { name: 'ours', rounds: [{ cpu: 5 }, { cpu: 6 }] },
    ];

    expect(summaries({ ...result, outcomes })[1]?.ratios).toEqual({});
  });
});
