import type { Column } from './column.ts';
import type { Health } from './health.ts';
import type { Row } from './rows.ts';
import type { Widths } from './widths.ts';

/** One collection, as a frame shows it. */
export interface Section {
  /**
   * The title, such as `pods`. It contains the group if another collection has the same name, and the namespace if the
   * collection is restricted to one.
   */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly widths: Widths;
  readonly rows: readonly Row[];
  /** Number of objects, without deleted objects. */
  readonly size: number;
  readonly health: Health;
  /** Events a second. */
  readonly rate: number;
}
