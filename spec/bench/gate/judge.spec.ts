import { describe, expect, it } from '@jest/globals';
import { spreadOf, type Summary } from '../driver/summary.ts';
import { decided, judge, type Verdict } from './judge.ts';
import type { Marks } from './marks.ts';

const marks: Marks = {
  pods: { ours: { cpu: { ofFloor: 0.75 }, stall: { most: 50 }, size: { most: 15, missedAt: 17 } } },
};

interface Given {
  readonly cpu?: readonly number[];
  readonly stall?: readonly number[];
  readonly size?: readonly number[];
}
const ours = ({ cpu = [0.7], stall = [40], size = [15] }: Given): Summary => ({
  name: 'ours',
  figures: { stall: spreadOf(stall), size: spreadOf(size) },
  ratios: { cpu: spreadOf(cpu) },
});
const verdicts = (summaries: readonly Summary[]): readonly Verdict[] => judge(marks, { pods: summaries });
const texts = (summaries: readonly Summary[], outcome: Verdict['outcome']): readonly string[] =>
  verdicts(summaries)
    .filter((one) => one.outcome === outcome)
    .map(({ text }) => text);

describe('a judgement of marks', () => {
  it('should accept figures that equal their marks, or are better', () => {
    expect(texts([ours({ cpu: [0.75], stall: [50] })], 'kept')).toHaveLength(3);
    expect(texts([ours({ cpu: [0.1], stall: [1] })], 'kept')).toHaveLength(3);
  });

  it('should report a broken mark for a figure above the mark', () => {
    expect(texts([ours({ stall: [50.1] })], 'broken')).toEqual([
      'ours, stall: 50.1, at most 50 + 0 of noise',
    ]);
  });

  it('should report a broken mark for a ratio above the mark', () => {
    expect(texts([ours({ cpu: [0.76] })], 'broken')).toEqual([
      'ours, cpu: 0.76 × the floor, at most 0.75 + 0 of noise',
    ]);
  });

  it('should add the noise of the rounds to the mark before the comparison', () => {
    expect(texts([ours({ stall: [48, 52, 52, 52, 56] })], 'broken')).toEqual([]);
    expect(texts([ours({ stall: [52, 52, 52, 52, 52] })], 'broken')).toHaveLength(1);
  });

  it('should report a broken mark if the machine is not quiet, also for a good figure', () => {
    expect(texts([ours({ stall: [1, 1, 20, 40, 40] })], 'broken')).toEqual([
      expect.stringMatching(/^ours, stall: 20, .*: the machine is not quiet$/),
    ]);
  });

  it('should report a known miss as missed, and as broken when the figure becomes worse', () => {
    expect(texts([ours({ size: [17] })], 'missed')).toEqual([
      'ours, size: 17, at most 15 + 0 of noise; it was 17',
    ]);
    expect(texts([ours({ size: [17.1] })], 'broken')).toHaveLength(1);
    expect(texts([ours({ size: [15] })], 'missed')).toEqual([]);
  });

  it('should report broken marks for a contender that was not measured, with the known reason', () => {
    const missing: Summary = { ...ours({}), notRun: 'ended with 1' };

    expect(texts([], 'broken')).toEqual(['cpu', 'stall', 'size'].map((key) => `ours, ${key}: not measured`));
    expect(texts([missing], 'broken')).toEqual(
      ['cpu', 'stall', 'size'].map((key) => `ours, ${key}: not measured: ended with 1`),
    );
  });

  it('should report broken marks for columns and scenarios that were not measured', () => {
    expect(texts([{ ...ours({}), figures: {} }], 'broken')).toEqual([
      'ours, stall: not measured',
      'ours, size: not measured',
    ]);
    expect(judge(marks, {}).map(({ outcome }) => outcome)).toEqual(['broken', 'broken', 'broken']);
  });
});

describe('the decision of several judgements', () => {
  const verdict = (outcome: Verdict['outcome'], text: string): Verdict => ({
    scenario: 'pods',
    outcome,
    text,
  });

  it('should be the result of two of three judgements', () => {
    const judgements = [
      [verdict('broken', 'a1'), verdict('broken', 'b1'), verdict('missed', 'c1')],
      [verdict('kept', 'a2'), verdict('broken', 'b2'), verdict('broken', 'c2')],
      [verdict('kept', 'a3'), verdict('kept', 'b3'), verdict('missed', 'c3')],
    ];

    expect(decided(judgements)).toEqual([
      verdict('kept', 'a3'),
      verdict('broken', 'b2'),
      verdict('missed', 'c3'),
    ]);
  });

  it('should be the result of a single judgement', () => {
    expect(decided([[verdict('broken', 'a')]])).toEqual([verdict('broken', 'a')]);
  });
});
