import type { GoldenCase } from './golden-file.ts';

/** What a case, or a step of it, should have given and what it gave, field by field. `want` may be mapped. */
export interface Comparison {
  /** Which step it is, and with which input. */
  readonly where: string;
  /** What client-go gave. Absent: the same as `want`. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  readonly want: Readonly<Record<string, unknown>>;
  readonly got: Readonly<Record<string, unknown>>;
}

/** Notes that a case is compared with what a deliberate difference makes of what client-go gave. */
export type Touch = (mapping: string) => void;

/** Runs the library on one case. What it throws fails the case. */
export type Topic = (
  golden: GoldenCase,
  tables: Readonly<Record<string, unknown>>,
  touch: Touch,
) => readonly Comparison[];
