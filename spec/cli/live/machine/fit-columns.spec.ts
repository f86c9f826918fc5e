import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import type { Column } from '../../../../src/cli/live/machine/column.ts';
import { fitColumns, gap } from '../../../../src/cli/live/machine/fit-columns.ts';

const column = (heading: string): Column =>
  heading === 'NAME' ? { heading, text: () => '', isName: true } : { heading, text: () => '' };
const columns = ['NAMESPACE', 'NAME', 'STATUS', 'AGE'].map(column);

/** Returns the heading and the width of each column as text, for example `NAME 20`. */
const widths = (natural: readonly number[], width: number): readonly string[] =>
  fitColumns(columns, natural, width).map((one) => `${one.column.heading} ${one.width}`);

describe('fitColumns', () => {
  it('should give each column its natural width if there is room', () => {
    expect(widths([9, 30, 10, 3], 200)).toEqual(['NAMESPACE 9', 'NAME 30', 'STATUS 10', 'AGE 3']);
  });

  it('should shrink the widest columns first', () => {
    expect(widths([9, 60, 30, 3], 9 + 40 + 30 + 3 + 3 * gap)).toEqual([
      'NAMESPACE 9',
      'NAME 40',
      'STATUS 30',
      'AGE 3',
    ]);
    expect(widths([9, 60, 50, 3], 9 + 20 + 20 + 3 + 3 * gap)).toEqual([
      'NAMESPACE 9',
      'NAME 20',
      'STATUS 20',
      'AGE 3',
    ]);
  });

  it('should drop the last columns if there is no room for readable ones', () => {
    const headings = (width: number): readonly string[] =>
      fitColumns(columns, [9, 60, 50, 3], width).map((one) => one.column.heading);
    const least = 9 + 20 + 12 + 3 + 3 * gap;

    expect(headings(least)).toEqual(['NAMESPACE', 'NAME', 'STATUS', 'AGE']);
    expect(headings(least - 1)).toEqual(['NAMESPACE', 'NAME', 'STATUS']);
    expect(headings(least - 1 - 3 - gap)).toEqual(['NAMESPACE', 'NAME']);
    expect(headings(20)).toEqual(['NAME']);
    expect(headings(5)).toEqual(['NAME']);
  });

  it('should never drop the name, and never exceed the width of the terminal', () => {
    const natural = fc.array(fc.nat(80), { minLength: 4, maxLength: 4 });
    fc.assert(
      fc.property(natural, fc.integer({ min: 1, max: 200 }), (wanted, width) => {
        const fitted = fitColumns(columns, wanted, width);
        const total = fitted.reduce((sum, one) => sum + one.width, gap * (fitted.length - 1));

        expect(total).toBeLessThanOrEqual(width);
        expect(fitted.some((one) => one.column.isName)).toBe(true);
        for (const one of fitted)
          expect(one.width).toBeLessThanOrEqual(wanted[columns.indexOf(one.column)] ?? 0);
      }),
    );
  });

  it('should drop name columns too, except the first, if a server marks all columns as names', () => {
    const all = Array.from({ length: 20 }, (): Column => ({ heading: 'NAME', text: () => '', isName: true }));
    const shown = fitColumns(
      all,
      all.map(() => 30),
      100,
    );

    expect(shown.map(({ column }) => all.indexOf(column))).toEqual([0, 1, 2, 3]);
    expect(
      fitColumns(
        all,
        all.map(() => 30),
        10,
      ),
    ).toEqual([{ column: all[0], width: 10 }]);
  });
});
