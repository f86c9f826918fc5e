import { describe, expect, it } from '@jest/globals';
import { gated } from './gated.ts';
import { readMarks } from './marks.ts';

describe('the marks of the repository', () => {
  const marks = readMarks();

  it('should exist for each scenario, contender and column that the gate measures', () => {
    for (const { name, contenders, columns, floor } of gated) {
      const own = marks[name] ?? {};
      const judged = Object.values(own).flatMap((mark) => Object.keys(mark));
      expect(Object.keys(own).sort()).toEqual(
        contenders
          .map((one) => one.name)
          .filter((one) => one !== floor)
          .sort(),
      );
      expect(columns.map(({ key }) => key).filter((key) => !judged.includes(key))).toEqual([]);
    }
  });

  it('should exist for nothing else', () => {
    const measured = gated.flatMap(({ name, contenders, columns }) =>
      contenders.flatMap((contender) => columns.map(({ key }) => `${name}: ${contender.name}: ${key}`)),
    );
    const marked = Object.entries(marks).flatMap(([name, contenders]) =>
      Object.entries(contenders).flatMap(([contender, columns]) =>
        Object.keys(columns).map((key) => `${name}: ${contender}: ${key}`),
      ),
    );

    expect(marked.filter((one) => !measured.includes(one))).toEqual([]);
    expect(marked).not.toEqual([]);
  });
});
