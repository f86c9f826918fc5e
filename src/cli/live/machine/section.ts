import type { Column } from './column.ts';
import type { Health } from './health.ts';
import type { Row } from './rows.ts';
import type { Widths } from './widths.ts';

/** The part of a frame that shows one collection. */
export interface Section {
  /**
   * The title, such as `pods`. If another collection has the same name, the title contains the group. If the collection
   * is restricted to one namespace, the title contains the namespace.
   */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly widths: Widths;
  readonly rows: readonly Row[];
  /** Number of objects in the store, without deleted objects. */
  readonly size: number;
  readonly health: Health;
  /** The number of events of the collection per second. */
  readonly rate: number;
}
