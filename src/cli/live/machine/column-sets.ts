import type { ColumnDefinition } from './table.ts';

/**
 * The sets of headings that the Tables of one collection have had. A row stores the number of its set and not the
 * headings: a server may make the headings much longer than the cells.
 */
export interface ColumnSets {
  /** Returns the number of these headings in this order. Other headings never get the same number. */
  numberOf(columns: readonly ColumnDefinition[]): number;
  /**
   * Returns the index of the cell of each heading in the rows of a set, in the order of the columns; nothing for a
   * forgotten set.
   */
  placesIn(set: unknown): Places;
}

/** Indexes in a row, by heading. */
export type Places = ReadonlyMap<string, number>;

/** Creates column sets that remember the sets of the latest Tables. */
export function createColumnSets(): ColumnSets {
  /** Ordered by the last use, oldest first. */
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

/** Maximum sets. The columns change when the definition of a custom resource changes. 100 long headings take 20 kB. */
const maxSets = 16;
const noPlaces: Places = new Map();

const isOf = (places: Places, columns: readonly ColumnDefinition[]): boolean =>
  places.size === columns.length && columns.every(({ heading }, at) => places.get(heading) === at);
