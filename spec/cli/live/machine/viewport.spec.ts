import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
  it('should scroll by rows and by pages, not beyond the end', () => {
    const view = viewport(11, numbered(100)); // ten rows are seen

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

  it('should not scroll what can be seen whole', () => {
    expect(place(viewport(11, numbered(10)), 'down', 'pageDown', 'end')).toEqual([0, 0]);
    expect(place(viewport(11), 'down')).toEqual([0, 0]);
  });

  it('should stay with its row when others come and go', () => {
    const position = after(viewport(3, rows('b', 'd', 'f', 'h')), 'down');
    const row = (...orders: readonly string[]): number => placeOf(position, viewport(3, rows(...orders))).row;

    expect(row('b', 'd', 'f', 'h')).toBe(1);
    expect(row('a', 'b', 'c', 'd', 'f', 'h')).toBe(3);
    expect(row('d', 'f', 'h')).toBe(0);
    expect(row('b', 'f', 'h')).toBe(1); // its row went: the one behind it
    expect(row('a')).toBe(0);
    expect(row()).toBe(0);
  });

  it('should stay at the top, and at the end, whatever comes there', () => {
    const view = viewport(3, rows('b', 'c', 'd'));
    const more = viewport(3, rows('a', 'b', 'c', 'd', 'e'));

    expect(placeOf(after(view), more).row).toBe(0);
    expect(placeOf(after(view, 'end'), more).row).toBe(3);
  });

  it('should go through several sections as through one', () => {
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

  it('should always show the end from the end, and never less than could be seen', () => {
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
