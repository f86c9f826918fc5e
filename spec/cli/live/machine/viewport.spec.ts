import { describe, expect, it } from '@jest/globals';
import { fc } from '../../../support/properties.ts';
import type { Row } from '../../../../src/cli/live/machine/rows.ts';
import {
  moved,
  type Move,
  placeOf,
  type Position,
  type Viewport,
} from '../../../../src/cli/live/machine/viewport.ts';

const rows = (...orders: readonly string[]): readonly Row[] =>
  orders.map((order) => ({
    order,
    object: { metadata: { name: order, uid: order, resourceVersion: '1' } },
    mark: undefined,
  }));
const numbered = (count: number): readonly Row[] =>
  rows(...Array.from({ length: count }, (_, at) => String(at).padStart(3, '0')));
const viewport = (height: number, ...sections: readonly (readonly Row[])[]): Viewport => ({
  height,
  headings: sections.length > 1 ? 2 : 1,
  sections,
});
const after = (view: Viewport, ...moves: readonly Move[]): Position =>
  moves.reduce<Position>((position, move) => moved(position, move, view), { at: 'top' });
const place = (view: Viewport, ...moves: readonly Move[]): readonly number[] => {
  const { section, row } = placeOf(after(view, ...moves), view);
  return [section, row];
};

describe('viewport', () => {
  it('should scroll by rows and by pages, up to the end', () => {
    const view = viewport(11, numbered(100)); // the screen shows ten rows

    expect(place(view)).toEqual([0, 0]);
    expect(place(view, 'down', 'down')).toEqual([0, 2]);
    expect(place(view, 'down', 'up', 'up')).toEqual([0, 0]);
    expect(place(view, 'pageDown')).toEqual([0, 9]);
    expect(place(view, 'pageDown', 'pageUp')).toEqual([0, 0]);
    expect(place(view, 'end')).toEqual([0, 90]);
    expect(place(view, 'end', 'down')).toEqual([0, 90]);
    expect(place(view, 'end', 'up')).toEqual([0, 89]);
    expect(place(view, 'end', 'top')).toEqual([0, 0]);
  });

  it('should not scroll if all rows are visible', () => {
    expect(place(viewport(11, numbered(10)), 'down', 'pageDown', 'end')).toEqual([0, 0]);
    expect(place(viewport(11), 'down')).toEqual([0, 0]);
  });

  it('should follow its row when other rows are added or removed', () => {
    const position = after(viewport(3, rows('b', 'd', 'f', 'h')), 'down');
    const row = (...orders: readonly string[]): number => placeOf(position, viewport(3, rows(...orders))).row;

    expect(row('b', 'd', 'f', 'h')).toBe(1);
    expect(row('a', 'b', 'c', 'd', 'f', 'h')).toBe(3);
    expect(row('d', 'f', 'h')).toBe(0);
    expect(row('b', 'f', 'h')).toBe(1); // the row was removed, so the next row is at the top
    expect(row('a')).toBe(0);
    expect(row()).toBe(0);
  });

  it('should stay at the top and at the end when rows are added there', () => {
    const view = viewport(3, rows('b', 'c', 'd'));
    const more = viewport(3, rows('a', 'b', 'c', 'd', 'e'));

    expect(placeOf(after(view), more).row).toBe(0);
    expect(placeOf(after(view, 'end'), more).row).toBe(3);
  });

  it('should scroll through several sections as through one', () => {
    const view = viewport(6, numbered(10), numbered(0), numbered(10));

    expect(place(view, ...Array<Move>(9).fill('down'))).toEqual([0, 9]);
    expect(place(view, ...Array<Move>(10).fill('down'))).toEqual([1, 0]);
    expect(place(view, ...Array<Move>(11).fill('down'))).toEqual([2, 0]);
    expect(place(view, ...Array<Move>(11).fill('down'), 'up', 'up')).toEqual([0, 9]);
    expect(place(view, 'end')).toEqual([2, 6]);
    expect(place(view, 'next')).toEqual([1, 0]);
    expect(place(view, 'next', 'next')).toEqual([2, 0]);
    expect(place(view, 'next', 'next', 'next')).toEqual([0, 0]);
    expect(place(view, 'next', 'next', 'down', 'previous')).toEqual([2, 0]);
    expect(place(view, 'next', 'next', 'previous')).toEqual([1, 0]);
  });

  it.each([
    [1, [1, 2]],
    [2, [1, 2]],
    [3, [1, 2]],
    [4, [1, 1]],
    [5, [1, 0]],
    [6, [1, 0]],
    [8, [1, 0]],
    [9, [0, 2]],
    [10, [0, 1]],
    [11, [0, 0]],
    [12, [0, 0]],
  ])('should end at the last line of two sections of three rows, with %i lines', (height, end) => {
    const view = viewport(height, numbered(3), numbered(3));

    expect(place(view, 'end')).toEqual(end);
    expect(place(view, ...Array<Move>(9).fill('down'))).toEqual(end);
    expect(place(view, 'pageDown', 'pageDown', 'pageDown', 'pageDown', 'pageDown')).toEqual(end);
  });

  it.each<[string, readonly Move[], readonly number[]]>([
    ['the end, if the next section begins after it', ['next', 'next'], [1, 8]],
    ['the end, from the same row of another', [...Array<Move>(8).fill('down'), 'next', 'next'], [1, 8]],
    ['the top, from the end', ['end', 'next'], [0, 0]],
    ['the next, from the row of the end', [...Array<Move>(8).fill('down'), 'next'], [1, 0]],
    ['the one before, row by row', ['next', 'up'], [0, 8]],
    ['the first, and no further', ['next', 'previous', 'previous', 'up'], [0, 0]],
  ])('should move to %s', (_, moves, expected) => {
    // At the end of the table, row 8 of the second section is the first line on the screen. The next lines are two rows
    // of this section, the heading of the third section, and blank lines.
    expect(place(viewport(8, numbered(9), numbered(10), numbered(1)), ...moves)).toEqual(expected);
  });

  it('should store its position as a row, not as a number', () => {
    const view = viewport(4, rows('b', 'c', 'd'), rows(), rows('e', 'f', 'g'));

    expect(after(view, 'end')).toEqual({ at: 'end' });
    expect(after(view, 'down')).toEqual({ at: 'row', section: 0, order: 'c' });
    expect(after(view, 'down', 'up')).toEqual({ at: 'top' });
    expect(after(view, 'next')).toEqual({ at: 'row', section: 1, order: '' });
    expect(after(view, 'next', 'next')).toEqual({ at: 'row', section: 2, order: 'e' });
  });

  it('should stay in its section when later rows are removed, and never pass the end', () => {
    const view = viewport(4, rows('b', 'c'), rows('a', 'b', 'c', 'd'), rows('a'));
    const at = (section: number, order: string): Position => ({ at: 'row', section, order });

    expect(placeOf(at(0, 'z'), view)).toEqual({ section: 0, row: 1 });
    expect(placeOf(at(1, 'z'), view)).toEqual({ section: 1, row: 3 });
    expect(placeOf(at(3, 'a'), view)).toEqual(placeOf({ at: 'end' }, view));
    expect(placeOf(at(2, 'a'), viewport(8, rows('b'), numbered(9), rows('a')))).toEqual({
      section: 1,
      row: 7,
    });
  });

  it('should always show the end at the end, and never fewer lines than possible', () => {
    const move = fc.constantFrom<Move>('up', 'down', 'pageUp', 'pageDown', 'top', 'end', 'next', 'previous');
    const sizes = fc.array(fc.nat(30), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 40 }), sizes, fc.array(move), (height, counts, moves) => {
        const view = viewport(height, ...counts.map(numbered));
        const linesFrom = (section: number, row: number): number =>
          counts.slice(section).reduce((sum, count) => sum + view.headings + Math.max(1, count) + 1, 0) -
          row -
          1;
        const end = placeOf({ at: 'end' }, view);
        const here = placeOf(after(view, ...moves), view);

        expect(linesFrom(end.section, end.row)).toBeLessThanOrEqual(height);
        expect(linesFrom(here.section, here.row)).toBeGreaterThanOrEqual(linesFrom(end.section, end.row));
        if (end.row > 0) expect(linesFrom(end.section, end.row - 1)).toBeGreaterThan(height);
      }),
    );
  });
});
