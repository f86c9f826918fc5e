import type { Column } from './column.ts';
import type { Health } from './health.ts';
import type { Row } from './rows.ts';
import type { Widths } from './widths.ts';

/** One collection as a frame shows it. */
export interface Section {
  /** `pods`, or with the namespace or the selector that it is restricted to. */
  readonly title: string;
  readonly columns: readonly Column[];
  readonly widths: Widths;
  readonly rows: readonly Row[];
  /** Objects, without those that went. */
  readonly size: number;
  readonly health: Health;
  /** Events a second. */
  readonly rate: number;
}
