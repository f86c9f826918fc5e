import type { GoldenCase } from './golden-file.ts';

/**
 * The expected result (`want`) and the actual result (`got`) of a test case or of one step, by field. If this library
 * differs from client-go on purpose, `want` contains the result of this library.
 */
export interface Comparison {
  /** The name of the step, with its input. */
  readonly where: string;
  /** The recorded result of client-go, if it differs from `want`. */
  readonly recorded?: Readonly<Record<string, unknown>>;
  readonly want: Readonly<Record<string, unknown>>;
  readonly got: Readonly<Record<string, unknown>>;
}

/**
 * Called with the name of a deliberate difference from client-go if the expected result of the test case contains this
 * difference.
 */
export type Touch = (mapping: string) => void;

/** Runs the library on one test case. If the function throws an error, the test case fails. */
export type Topic = (
  golden: GoldenCase,
  tables: Readonly<Record<string, unknown>>,
  touch: Touch,
) => readonly Comparison[];
