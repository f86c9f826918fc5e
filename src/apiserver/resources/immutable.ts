import { isSame, type Json, recordAt } from '../json.ts';
import { sorted } from '../sorted.ts';
import { type FieldError, fieldInvalid } from '../status/invalid.ts';
import type { Check } from '../validation/check.ts';
import type { Resource } from './resource.ts';

/** What is wrong with an object of a kind; `existing` is what it is to replace. */
export type Rule = Resource['validate'];

/** All of what the rules find. */
export function rules(...all: readonly Rule[]): Pick<Resource, 'validate'> {
  return { validate: (object, existing) => all.flatMap((rule) => rule(object, existing)) };
}

/** The rules of the spec of an object. */
export const spec =
  (check: Check): Rule =>
  (object) =>
    check(object['spec'], 'spec');

/** Fields of the spec that stay as they were created. */
export function immutable(...names: readonly string[]): Rule {
  return (object, existing) =>
    existing === undefined
      ? []
      : changedOf(recordAt(object, 'spec'), recordAt(existing, 'spec'), names, 'spec.');
}

/** Fields of the object itself that stay as they were created. */
export function immutableAtRoot(...names: readonly string[]): Rule {
  return (object, existing) => (existing === undefined ? [] : changedOf(object, existing, names, ''));
}

function changedOf(next: Json, old: Json, names: readonly string[], at: string): readonly FieldError[] {
  return names
    .filter((name) => !isSame(next[name], old[name]))
    .map((name) => fieldInvalid(at + name, sorted(next[name]), 'field is immutable'));
}
