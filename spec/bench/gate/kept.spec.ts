import { describe, expect, it } from '@jest/globals';
import { gated } from './gated.ts';
import { type ByColumn, readKept } from './kept.ts';

describe('what the repository keeps', () => {
  const { ratios, marks, bars } = readKept();

  it('should be a ratio or a mark for each column that a gate divides, of each contender', () => {
    for (const { name, contenders, columns, floor } of gated.filter((one) => one.floor !== undefined)) {
      const divided = columns.filter(({ compared }) => compared !== false).map(({ key }) => key);
      for (const contender of contenders.filter((one) => one.name !== floor)) {
        const promised = [ratios, marks].flatMap((kept) => Object.keys(kept[name]?.[contender.name] ?? {}));
        expect(promised.sort()).toEqual([...divided].sort());
      }
    }
  });

  it('should be of nothing that no gate measures', () => {
    const measured = gated.flatMap(({ name, contenders }) => contenders.map((one) => `${name}: ${one.name}`));
    const namesOf = (promises: ByColumn<unknown>): readonly string[] =>
      Object.entries(promises).flatMap(([scenario, contenders]) =>
        Object.keys(contenders).map((name) => `${scenario}: ${name}`),
      );
    const kept = [...namesOf(ratios), ...namesOf(marks), ...namesOf(bars)];

    expect(kept.filter((name) => !measured.includes(name))).toEqual([]);
    expect(kept).not.toEqual([]);
  });
});
