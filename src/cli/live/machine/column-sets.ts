import type { ColumnDefinition } from './table.ts';

/**
 * The sets of column headings in the Tables of one collection. A row stores the number of its set instead of the
 * headings, because the headings may be much longer than the cells.
 */
export interface ColumnSets {
  /** Returns the number of the set with these headings in this order. Two different sets never have the same number. */
  numberOf(columns: readonly ColumnDefinition[]): number;
  /**
   * Returns the cell index of each heading in the rows of a set, in the order of the columns. Returns an empty map for
   * a forgotten set.
   */
  placesIn(set: unknown): Places;
}

/** Maps each column heading to the index of its cell in a row. */
export type Places = ReadonlyMap<string, number>;

/** Creates column sets that store the sets of the latest Tables. */
export function createColumnSets(): ColumnSets {
  /** The stored sets, in the order of their last use. The set that was not used for the longest time comes first. */
  const sets = new Map<unknown, Places>();
  let next = 1;
  return {
    numberOf(columns) {
      const known = [...sets].find(([, places]) => isOf(places, columns));
      const [set, places] = known ?? [next++, new Map(columns.map(({ heading }, at) => [heading, at]))];
      sets.delete(set);
      sets.set(set, places);
      for (const oldest of sets.keys()) {
        if (sets.size <= maxSets) break;
        sets.delete(oldest);
      }
      return set as number;
    },
    placesIn: (set) => sets.get(set) ?? noPlaces,
  };
}

/** Maximum number of sets. The columns change when a CRD changes. A set of 100 long headings takes 20 kB. */
const maxSets = 16;
const noPlaces: Places = new Map();

const isOf = (places: Places, columns: readonly ColumnDefinition[]): boolean =>
  places.size === columns.length && columns.every(({ heading }, at) => places.get(heading) === at);
