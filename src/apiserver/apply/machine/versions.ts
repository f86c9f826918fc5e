import type { Atom } from './atom.ts';
import type { FieldSet } from './field-set.ts';

/** Looks up the merge rules and the reset fields of each API version of a kind. */
export interface Versions {
  /** Returns the merge rules of a version. Returns `undefined` if the server no longer serves the version. */
  atomOf(apiVersion: string): Atom | undefined;
  /**
   * Returns the fields that a write resets to the stored values. The field manager of the write does not own these
   * fields.
   */
  resetFields(apiVersion: string): FieldSet | undefined;
}
