import type { Atom } from './atom.ts';
import type { FieldSet } from './field-set.ts';

/** The schemas of the versions of a kind. */
export interface Versions {
  /** Returns the merge rules of a version; `undefined` if the version is not served any more. */
  atomOf(apiVersion: string): Atom | undefined;
  /** Returns the fields that a write does not change, so that its manager does not own them. */
  resetFields(apiVersion: string): FieldSet | undefined;
}
