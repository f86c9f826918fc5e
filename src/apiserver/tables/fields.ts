import { isRecord } from '../../objects/index.ts';
import { type Json, own } from '../json.ts';

/**
 * Returns the value at a path of names that are separated by dots, such as `spec.nodeName`. A missing value is
 * `undefined`. The other functions of this file treat a value of the wrong type as missing, so printing an object never
 * throws.
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

/** Splits a path into its names. The result is cached, because every printed object uses the same few paths. */
function namesOf(path: string): readonly string[] {
  const known = split.get(path);
  if (known !== undefined) return known;
  const names = path.split('.');
  split.set(path, names);
  return names;
}

/** Returns the text at a path. If the text is missing or empty, returns the fallback. */
export function text(object: Json, path: string, fallback = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** Returns the number at a path. If the value is missing or not a number, returns the fallback. */
export function count(object: Json, path: string, fallback = 0): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : fallback;
}

/** Returns the boolean at a path. If the value is missing or not a boolean, returns the fallback. */
export function flag(object: Json, path: string, fallback = false): boolean {
  const value = valueAt(object, path);
  return typeof value === 'boolean' ? value : fallback;
}

/** Returns the objects in the list at a path. If there is no list, returns an empty array. */
export function list(object: Json, path: string): readonly Json[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** Returns the texts in the list at a path, such as `spec.accessModes`. If there is no list, returns an empty array. */
export function texts(object: Json, path: string): readonly string[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** Returns the object at a path. Returns `undefined` if the value is missing or not an object. */
export function record(object: Json, path: string): Json | undefined {
  const value = valueAt(object, path);
  return isRecord(value) ? value : undefined;
}

/** Returns the map of strings at a path, such as the labels. */
export function map(object: Json, path: string): Readonly<Record<string, string>> {
  const entries = Object.entries(record(object, path) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Returns the number of members of the object at a path. A missing object has 0 members. */
export function size(object: Json, path: string): number {
  return Object.keys(record(object, path) ?? {}).length;
}

/** Returns the number or the text at a path as text, for example a quantity or an int-or-string. */
export function scalar(object: Json, path: string, fallback = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'number' ? String(value) : text(object, path, fallback);
}

/** Returns whether a value exists at a path. An empty text, list or object counts as a value, but null does not. */
export function has(object: Json, path: string): boolean {
  const value = valueAt(object, path);
  return value !== undefined && value !== null;
}

/**
 * Returns the objects in the list at a path as a map. The key is the value of the given member, such as `name`. If
 * several objects have the same value, the map contains the first of these objects.
 */
export function listBy(object: Json, path: string, member: string): ReadonlyMap<unknown, Json> {
  return new Map(
    list(object, path)
      .toReversed()
      .map((one) => [one[member], one]),
  );
}

/** Returns the status condition with the given type. Returns `undefined` if the object has no such condition. */
export function condition(object: Json, type: string): Json | undefined {
  return list(object, 'status.conditions').find((one) => one['type'] === type);
}
