/** A figure that the children of a scenario send. */
export interface Column {
  /** Its name in the record, and in the JSON. */
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** Columns of one group are in one table. */
  readonly group: string;
  /** False if a ratio to the floor has no meaning. */
  readonly compared?: false;
}

export const column = (group: string, key: string, title: string, unit: string, digits = 0): Column => ({
  group,
  key,
  title,
  unit,
  digits,
});
