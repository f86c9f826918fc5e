import { isRecord } from '../../objects/index.ts';
import { type Json, own } from '../json.ts';

/**
 * Reads an object by dotted paths. Printing never fails: what is not there, or of another type than it should be, counts
 * as absent.
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

/** The paths of printers are few, and are asked for with each object. */
function namesOf(path: string): readonly string[] {
  const known = split.get(path);
  if (known !== undefined) return known;
  const names = path.split('.');
  split.set(path, names);
  return names;
}

/** A text, or the fallback where there is none or an empty one. */
export function text(object: Json, path: string, fallback = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'string' && value !== '' ? value : fallback;
}

/** A number, or the fallback. */
export function count(object: Json, path: string, fallback = 0): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : fallback;
}

/** A flag; absent is the fallback. */
export function flag(object: Json, path: string, fallback = false): boolean {
  const value = valueAt(object, path);
  return typeof value === 'boolean' ? value : fallback;
}

/** The objects of a list; those of none, and of what is no list, are none. */
export function list(object: Json, path: string): readonly Json[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The texts of a list. */
export function texts(object: Json, path: string): readonly string[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** An object within, if it is there. */
export function record(object: Json, path: string): Json | undefined {
  const value = valueAt(object, path);
  return isRecord(value) ? value : undefined;
}

/** A map of texts, as labels are. */
export function map(object: Json, path: string): Readonly<Record<string, string>> {
  const entries = Object.entries(record(object, path) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** How many members an object within has. */
export function size(object: Json, path: string): number {
  return Object.keys(record(object, path) ?? {}).length;
}

/** A quantity or an int-or-string as a text. */
export function scalar(object: Json, path: string, fallback = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'number' ? String(value) : text(object, path, fallback);
}

/** Whether something is there, be it empty. */
export function has(object: Json, path: string): boolean {
  const value = valueAt(object, path);
  return value !== undefined && value !== null;
}

/** The objects of a list by what they have in a member; of several that have the same, the first. */
export function listBy(object: Json, path: string, member: string): ReadonlyMap<unknown, Json> {
  return new Map(
    list(object, path)
      .toReversed()
      .map((one) => [one[member], one]),
  );
}

/** The condition of a type, if an object has it. */
export function condition(object: Json, type: string): Json | undefined {
  return list(object, 'status.conditions').find((one) => one['type'] === type);
}
