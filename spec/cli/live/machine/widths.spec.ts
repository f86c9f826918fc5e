import { describe, expect, it } from '@jest/globals';
import type { Column } from '../../../../src/cli/live/machine/column.ts';
import { createWidths } from '../../../../src/cli/live/machine/widths.ts';

const columns: readonly Column[] = ['NAME', 'STATUS'].map((heading) => ({ heading, text: () => '' }));

describe('createWidths', () => {
  it('should grow, and not shrink', () => {
    const widths = createWidths();

    expect(widths.steady(columns, [4, 7], 80)).toEqual([4, 7]);
    expect(widths.steady(columns, [9, 6], 80)).toEqual([9, 7]);
    expect(widths.steady(columns, [4, 6], 80)).toEqual([9, 7]);
  });

  it('should shrink columns that do not fit with the visible cells', () => {
    const widths = createWidths();
    widths.steady(columns, [40, 6], 50);

    expect(widths.steady(columns, [10, 30], 50)).toEqual([10, 30]);
    expect(widths.steady(columns, [12, 6], 50)).toEqual([12, 30]);
  });

  it('should start again with another size, or with other columns', () => {
    const widths = createWidths();
    widths.steady(columns, [40, 6], 80);

    expect(widths.steady(columns, [4, 6], 79)).toEqual([4, 6]);
    widths.steady(columns, [40, 6], 79);
    expect(widths.steady(columns.slice(0, 1), [4], 79)).toEqual([4]);
  });
});
