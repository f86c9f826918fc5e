import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { faults, states } from './cell.ts';
import { cells } from './cells.ts';
import { missingIn, tableOf, withTable } from './table.ts';

const page = readFileSync(new URL('../../../docs/reference/faults.md', import.meta.url), 'utf8');

describe('the table of faults', () => {
  it('should have an outcome for each of 17 faults in each of 5 states (G18)', () => {
    expect(states.length * faults.length).toBe(85);
    expect(missingIn(cells)).toEqual([]);
  });

  it('should be up to date in docs/reference/faults.md', () => {
    expect(withTable(page, tableOf(cells))).toBe(page);
  });

  it('should report a removed cell, and a removed row', () => {
    const rest = Object.fromEntries(
      Object.entries(cells.watching.cells).filter(([fault]) => fault !== 'reset'),
    );
    const { watching } = cells;

    expect(missingIn({ ...cells, watching: { ...watching, cells: rest } })).toEqual(['watching × reset']);
    expect(missingIn({ watching })).toHaveLength(68);
  });

  it('should change with the text of a cell', () => {
    const changed = {
      ...cells,
      watching: {
        ...cells.watching,
        cells: { ...cells.watching.cells, reset: { cannot: 'a | b' } },
      },
    };

    expect(withTable(page, tableOf(changed))).not.toBe(page);
    expect(tableOf(changed)).toContain('| cannot occur: a \\| b |');
  });

  it('should give the reason if no failure is reported (G17)', () => {
    const { watching } = cells;

    expect(tableOf({ watching })).toMatch(
      /brings it whole \(no failure is reported: the end of a long watch is not a failure/,
    );
  });

  it('should fail for a page without its markers', () => {
    expect(() => withTable('a page', 'a table')).toThrow('the page has no');
  });
});
