import { isSame, type Json, recordAt } from '../json.ts';
import { sorted } from '../sorted.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';
import type { Check } from '../validation/check.ts';
import type { Resource } from './resource.ts';

/**
 * A function that returns the errors in an object of one kind. `existing` is the stored object that the write replaces.
 */
export type Rule = Resource['validate'];

/** Combines several rules into one rule, which returns the errors of all rules. */
export function rules(...all: readonly Rule[]): Pick<Resource, 'validate'> {
  return { validate: (object, existing) => all.flatMap((rule) => rule(object, existing)) };
}

/** Returns a rule that applies a check to the spec of an object. */
export const spec =
  (check: Check): Rule =>
  (object) =>
    check(object['spec'], 'spec');

/** Returns a rule that rejects updates of the given fields of the spec. */
export function immutable(...names: readonly string[]): Rule {
  return (object, existing) =>
    existing === undefined
      ? []
      : changedOf(recordAt(object, 'spec'), recordAt(existing, 'spec'), names, 'spec.');
}

/** Returns a rule that rejects updates of the given fields of the object. */
export function immutableAtRoot(...names: readonly string[]): Rule {
  return (object, existing) => (existing === undefined ? [] : changedOf(object, existing, names, ''));
}

function changedOf(next: Json, old: Json, names: readonly string[], at: string): readonly FieldError[] {
  return names
    .filter((name) => !isSame(next[name], old[name]))
    .map((name) => fieldInvalid(at + name, sorted(next[name]), 'field is immutable'));
}
