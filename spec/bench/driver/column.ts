/** A figure that the children of a scenario send. */
export interface Column {
  /** Its name in the record, and in the JSON. */
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** Columns of one group stand in one table. */
  readonly group: string;
  /** False: dividing it by the floor's says nothing. */
  readonly compared?: false;
}

export const column = (group: string, key: string, title: string, unit: string, digits = 0): Column => ({
  group,
  key,
  title,
  unit,
  digits,
});
