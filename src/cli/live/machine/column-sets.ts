import type { ColumnDefinition } from './table.ts';

/**
 * The headings that the Tables of one collection have had. A row keeps the number of its set in place of the headings, which
 * a server may make much longer than the cells.
 */
export interface ColumnSets {
  /** The number of these headings in this order. No other headings ever have it. */
  numberOf(columns: readonly ColumnDefinition[]): number;
  /** Where the cell of each heading stands in the rows of a set, in the order of the columns; nothing for a forgotten set. */
  placesIn(set: unknown): Places;
}

/** Places in a row, by heading. */
export type Places = ReadonlyMap<string, number>;

/** Remembers the sets that Tables had last. */
export function createColumnSets(): ColumnSets {
  /** The one that came longest ago first. */
  const sets = new Map<unknown, Places>();
  let next = 1;
  return {
    numberOf(columns) {
      const known = [...sets].find(([, places]) => isOf(places, columns));
      const [set, places] = known ?? [next++, new Map(columns.map(({ heading }, at) => [heading, at]))];
      sets.delete(set);
      sets.set(set, places);
      for (const oldest of sets.keys()) {
        if (sets.size <= mostSets) break;
        sets.delete(oldest);
      }
      return set as number;
    },
    placesIn: (set) => sets.get(set) ?? noPlaces,
  };
}

/** Columns change where the definition of a custom resource does. 100 long headings take 20 kB. */
const mostSets = 16;
const noPlaces: Places = new Map();

const isOf = (places: Places, columns: readonly ColumnDefinition[]): boolean =>
  places.size === columns.length && columns.every(({ heading }, at) => places.get(heading) === at);
