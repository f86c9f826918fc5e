import type { FieldRequirement } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';

/** A requirement of a field selector, and the function that reads the field from an object. */
export interface FieldTerm extends FieldRequirement {
  readonly valueOf: (object: StoredObject) => unknown;
}

/** All requirements of a field selector for one field. */
interface Condition {
  readonly valueOf: FieldTerm['valueOf'];
  readonly equal: Set<string>;
  readonly unequal: Set<string>;
}

/**
 * Returns a function that checks whether an object meets all requirements of a field selector. The cost of a check
 * grows with the number of fields, not with the number of requirements.
 */
export function fieldMatcher(terms: readonly FieldTerm[]): (object: StoredObject) => boolean {
  const byField = new Map<string, Condition>();
  for (const { field, operator, value, valueOf } of terms) {
    const condition = byField.get(field) ?? { valueOf, equal: new Set(), unequal: new Set() };
    byField.set(field, condition);
    (operator === '=' ? condition.equal : condition.unequal).add(value);
  }
  const conditions = [...byField.values()];
  return (object) =>
    conditions.every(({ valueOf, equal, unequal }) => {
      const value = fieldText(valueOf(object));
      return !unequal.has(value) && (equal.size === 0 || (equal.size === 1 && equal.has(value)));
    });
}

/** Converts the value of a field to text. A field selector compares numbers and booleans as text (P100). */
export function fieldText(value: unknown): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}
