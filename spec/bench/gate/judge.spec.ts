import { describe, expect, it } from '@jest/globals';
import { spreadOf, type Summary } from '../driver/summary.ts';
import { judge } from './judge.ts';
import type { Kept } from './kept.ts';

const kept: Kept = {
  ratios: { pods: { ours: { cpu: { ratio: 0.9, noise: 0.1 } } } },
  marks: { pods: { ours: { stall: 1.5 } } },
  bars: { pods: { ours: { heap: 4_700 } } },
};
const ours = (cpu: number, heap: number, stall = 1): Summary => ({
  name: 'ours',
  figures: { heap: spreadOf([heap]) },
  ratios: { cpu: spreadOf([cpu]), stall: spreadOf([stall]) },
});
const failures = (...summaries: readonly Summary[]): readonly string[] =>
  judge(kept, { pods: summaries })
    .filter(({ passed }) => !passed)
    .map(({ text }) => text);

describe('the judgement of the gate', () => {
  it('should let pass a ratio within the noise, and one that is better', () => {
    expect(failures(ours(0.99, 4_700))).toEqual([]);
    expect(failures(ours(0.2, 100))).toEqual([]);
  });

  it('should fail a ratio that is worse by more than the noise', () => {
    expect(failures(ours(1.01, 4_700))).toEqual(['pods, ours, cpu: 1.01× the floor, kept 0.90× + 0.10']);
  });

  it('should fail a ratio above its mark, by however little', () => {
    expect(failures(ours(0.9, 4_700, 1.5))).toEqual([]);
    expect(failures(ours(0.9, 4_700, 1.51))).toEqual(['pods, ours, stall: 1.510× the floor, at most 1.5×']);
  });

  it('should fail a figure above its bar, by however little', () => {
    expect(failures(ours(0.9, 4_701))).toEqual(['pods, ours, heap: 4701, at most 4700']);
  });

  it('should fail a contender that is not there, and say why when it knows', () => {
    const missing: Summary = { name: 'ours', notRun: 'ended with 1', figures: {}, ratios: {} };

    expect(failures()).toEqual([
      'pods, ours, cpu: not measured',
      'pods, ours, stall: not measured',
      'pods, ours, heap: not measured',
    ]);
    expect(failures(missing)).toEqual([
      'pods, ours, cpu: not measured: ended with 1',
      'pods, ours, stall: not measured: ended with 1',
      'pods, ours, heap: not measured: ended with 1',
    ]);
    expect(failures({ ...ours(0.9, 1), notRun: 'ended with 1' })).toEqual(failures(missing));
  });

  it('should fail a column and a scenario that are not there', () => {
    expect(failures({ ...ours(0.9, 1), figures: {} })).toEqual(['pods, ours, heap: not measured']);
    expect(judge(kept, {}).every(({ passed }) => !passed)).toBe(true);
  });

  it('should judge by the median', () => {
    const spread: Summary = {
      ...ours(0, 1),
      ratios: { cpu: spreadOf([0.9, 0.9, 7]), stall: spreadOf([1, 1, 9]) },
    };

    expect(failures(spread)).toEqual([]);
  });
});
