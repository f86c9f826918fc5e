import { isRecord } from '../../objects/index.ts';
import { isSameOnce, type Json, own, type StoredObject } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import { memberSchema } from '../schema/subschema.ts';
import { type Violation, violations } from '../schema/validate.ts';
import type { FieldError } from '../status/invalid.ts';

/**
 * Validates a custom resource against its schema. On an update, the function ignores errors in values that have not
 * changed. Therefore, a stricter schema does not block updates of existing objects. kube-apiserver calls this behaviour
 * ratcheting.
 */
export function instanceErrors(
  schema: Schema,
  object: Json,
  existing: StoredObject | undefined,
): readonly FieldError[] {
  const isOld = existing === undefined ? () => false : unchangedIn(schema, object, existing);
  const errors: FieldError[] = [];
  for (const { error, names } of violations(schema, object)) {
    if (!isOld(names)) errors.push(error);
    if (errors.length === maxErrors) break;
  }
  return errors;
}

/**
 * The maximum number of errors that the validation of one object collects. A response lists the first 200 errors and
 * counts the remaining errors.
 */
const maxErrors = 1_000;

type Names = Violation['names'];

/**
 * Returns a function that checks whether two objects have the same value at a path. In a list of type `map`, the
 * function finds an item by its keys. Any other list counts as changed if one item changes. One object can have
 * thousands of violations in one list and at all levels. The function therefore compares each value once, and
 * serializes the keys of each item once.
 */
function unchangedIn(schema: Schema, object: Json, existing: Json): (names: Names) => boolean {
  const isSameAs = isSameOnce();
  const finders = new Map<unknown, (item: unknown) => unknown>();

  const itemIn = (list: readonly unknown[], keys: readonly string[], item: unknown): unknown => {
    const find = finders.get(list) ?? finderIn(list, keys);
    finders.set(list, find);
    return find(item);
  };
  const isUnchanged = (
    part: Schema | undefined,
    value: unknown,
    old: unknown,
    names: Names,
    depth: number,
  ): boolean => {
    const name = names[depth];
    if (name === undefined) return isSameAs(value, old);
    if (Array.isArray(value)) {
      const keys =
        part?.['x-kubernetes-list-type'] === 'map' ? part['x-kubernetes-list-map-keys'] : undefined;
      if (!Array.isArray(old) || keys === undefined) return isSameAs(value, old);
      const item: unknown = value[Number(name)];
      const before = itemIn(old, keys, item);
      return before !== undefined && isUnchanged(part?.items, item, before, names, depth + 1);
    }
    if (!isRecord(old) || !Object.hasOwn(old, name)) return false;
    const inner = part && memberSchema(part, name);
    return isUnchanged(inner, member(value, name), old[name], names, depth + 1);
  };
  return (names) => isUnchanged(schema, object, existing, names, 0);
}

/** Returns a function that takes an item, and finds the first item of `list` that has the same values for the members `keys`. */
function finderIn(list: readonly unknown[], keys: readonly string[]): (item: unknown) => unknown {
  const textOf = (one: unknown): string => JSON.stringify(keys.map((key) => member(one, key)));
  const index = new Map(list.toReversed().map((one) => [textOf(one), one]));
  const found = new Map<unknown, unknown>();
  return (item) => {
    if (!found.has(item)) found.set(item, index.get(textOf(item)));
    return found.get(item);
  };
}

const member = (value: unknown, name: string): unknown => (isRecord(value) ? own(value, name) : undefined);
