import { isRecord } from '../../objects/index.ts';
import { type Json, own } from '../json.ts';

/**
 * Reads an object by dotted paths. Printing never fails: a missing value, and a value of a wrong type, count as absent.
 */
function valueAt(object: Json, path: string): unknown {
  let value: unknown = object;
  for (const name of namesOf(path)) {
    if (!isRecord(value)) return undefined;
    value = own(value, name);
  }
  return value;
}

const split = new Map<string, readonly string[]>();

/** Splits a path. Caches the result, because there are few paths, and each object needs them. */
function namesOf(path: string): readonly string[] {
  const known = split.get(path);
  if (known !== undefined) return known;
  const names = path.split('.');
  split.set(path, names);
  return names;
}

/** Returns a text, or the fallback for an absent or empty one. */
export function text(object: Json, path: string, fallback = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** Returns a number, or the fallback. */
export function count(object: Json, path: string, fallback = 0): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : fallback;
}

/** Returns a boolean, or the fallback if it is absent. */
export function flag(object: Json, path: string, fallback = false): boolean {
  const value = valueAt(object, path);
  return typeof value === 'boolean' ? value : fallback;
}

/** Returns the objects in a list; an empty array if the value is not a list. */
export function list(object: Json, path: string): readonly Json[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the texts in a list. */
export function texts(object: Json, path: string): readonly string[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns an object inside an object, if it exists. */
export function record(object: Json, path: string): Json | undefined {
  const value = valueAt(object, path);
  return isRecord(value) ? value : undefined;
}

/** Returns a map of texts, such as labels. */
export function map(object: Json, path: string): Readonly<Record<string, string>> {
  const entries = Object.entries(record(object, path) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns the number of members of an object inside an object. */
export function size(object: Json, path: string): number {
  return Object.keys(record(object, path) ?? {}).length;
}

/** Returns a quantity or an int-or-string as text. */
export function scalar(object: Json, path: string, fallback = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'number' ? String(value) : text(object, path, fallback);
}

/** Returns whether a value exists. An empty value counts. */
export function has(object: Json, path: string): boolean {
  const value = valueAt(object, path);
  return value !== undefined && value !== null;
}

/** Returns the objects in a list by the value of a member. If several have the same value, the first one counts. */
export function listBy(object: Json, path: string, member: string): ReadonlyMap<unknown, Json> {
  return new Map(
    list(object, path)
      .toReversed()
      .map((one) => [one[member], one]),
  );
}

/** Returns the condition with a type, if an object has it. */
export function condition(object: Json, type: string): Json | undefined {
  return list(object, 'status.conditions').find((one) => one['type'] === type);
}
