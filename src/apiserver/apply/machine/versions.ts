import type { Atom } from './atom.ts';
import type { FieldSet } from './field-set.ts';

/** What is known of the versions of a kind. */
export interface Versions {
  /** How its objects are merged; `undefined` for a version that is there no more. */
  atomOf(apiVersion: string): Atom | undefined;
  /** Fields that a write does not reach: nobody owns them by it. */
  resetFields(apiVersion: string): FieldSet | undefined;
}
