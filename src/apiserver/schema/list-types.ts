import { isRecord } from '../../objects/index.ts';
import { type Json, own } from '../json.ts';
import { type FieldError, fieldDuplicate } from '../status/invalid.ts';
import { type FieldPath, itemOf } from './path.ts';
import type { Schema } from './schema.ts';

/**
 * Returns errors for the duplicate items of a list with `x-kubernetes-list-type`. In a `set`, two equal items are
 * duplicates. In a `map`, two items with equal keys are duplicates.
 */
export function duplicateErrors(schema: Schema, list: readonly unknown[], path: FieldPath): FieldError[] {
  const identity = identityOf(schema);
  if (identity === undefined) return [];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [at, item] of list.entries()) {
    const value = identity(item);
    if (value === undefined) continue;
    const text = canonical(value);
    if (seen.has(text)) errors.push(fieldDuplicate(itemOf(path, at), value));
    seen.add(text);
  }
  return errors;
}

/**
 * Returns a function that extracts the part of a list item that must be unique in the list: the whole item, or the keys
 * of the item. Returns `undefined` for a list that may contain duplicates.
 */
function identityOf(schema: Schema): ((item: unknown) => unknown) | undefined {
  switch (schema['x-kubernetes-list-type']) {
    case 'set':
      return (item) => item;
    case 'map': {
      const keys = [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort();
      return (item) => (isRecord(item) ? keysOf(item, keys) : undefined);
    }
    default:
      return undefined;
  }
}

function keysOf(item: Json, keys: readonly string[]): Json {
  return Object.fromEntries(
    keys.filter((key) => Object.hasOwn(item, key)).map((key) => [key, own(item, key)]),
  );
}

/** Returns a text for a value. Equal values have the same text, even if the members have a different order. */
const canonical = (value: unknown): string => JSON.stringify(sorted(value));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  // Without the member `members`, an object and an array of pairs could have the same JSON text.
  return { members: names.map((name) => [name, sorted(value[name])]) };
}
