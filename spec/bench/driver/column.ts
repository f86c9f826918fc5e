/** One measurement of the benchmark, which is one column of a table in the report. */
export interface Column {
  /** The name of the measurement, in the record of a child process and in the JSON report. */
  readonly key: string;
  readonly title: string;
  readonly unit: string;
  readonly digits: number;
  /** The group of the column. Each group of columns is a separate table. */
  readonly group: string;
  /** If false, the table does not compare the measurement with the baseline program. */
  readonly compared?: false;
}

export const column = (group: string, key: string, title: string, unit: string, digits = 0): Column => ({
  group,
  key,
  title,
  unit,
  digits,
});
