import type { GoldenCase } from './golden-file.ts';

/** The expected and the actual result of a case, or of a step of it, by field. `want` may be mapped. */
export interface Comparison {
  /** The step and its input. */
  readonly where: string;
  /** The result of client-go, if it differs from `want`. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  readonly want: Readonly<Record<string, unknown>>;
  readonly got: Readonly<Record<string, unknown>>;
}

/** Records that a case is compared with a result of client-go that was mapped for a deliberate difference. */
export type Touch = (mapping: string) => void;

/** Runs the library on one case. An error fails the case. */
export type Topic = (
  golden: GoldenCase,
  tables: Readonly<Record<string, unknown>>,
  touch: Touch,
) => readonly Comparison[];
