import { isRecord, type KubeObject } from '../objects/index.ts';

/** A JSON object of unknown shape. */
export type Json = Readonly<Record<string, unknown>>;

/** A stored object: with a name, a uid and a resourceVersion, and frozen. */
export type StoredObject = Json & Required<KubeObject>;

/** Returns an object without some of its members. */
export function omit(object: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Returns a copy of a value, as JSON transfers it. */
export function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/** Returns an own member of an object. A client may choose a name that every object inherits. */
export function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns a member that is an object; otherwise an empty object. */
export function recordAt(object: Json, name: string): Json {
  const value = object[name];
  return isRecord(value) ? value : {};
}

/** Returns the objects in a member that is a list. */
export function recordsAt(object: Json, name: string): readonly Json[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Checks whether two JSON values are equal, whatever the order of their members. Ignores prototypes, because values
 * from another realm, as under Jest, have other prototypes.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return hasSame(a, b, isSame);
}

/**
 * Returns an `isSame` that compares each object and list of the first value only once, also for later calls with values
 * inside it. The values must not change in between.
 */
export function isSameOnce(): typeof isSame {
  const compared = new Map<unknown, { readonly with: unknown; readonly result: boolean }>();
  const compare = (a: unknown, b: unknown): boolean => {
    if (a === b) return true;
    if (typeof a !== 'object') return false;
    const known = compared.get(a);
    if (known !== undefined && known.with === b) return known.result;
    const result = hasSame(a, b, compare);
    compared.set(a, { with: b, result });
    return result;
  };
  return compare;
}

function hasSame(a: unknown, b: unknown, isSameMember: typeof isSame): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSameMember(item, b[at]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSameMember(a[name], b[name]))
  );
}
