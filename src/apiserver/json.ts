import { isRecord, type KubeObject } from '../objects/index.ts';

/** A JSON object with any members. */
export type Json = Readonly<Record<string, unknown>>;

/** A stored object. A stored object is frozen, and has a name, a uid and a resourceVersion. */
export type StoredObject = Json & Required<KubeObject>;

/** Returns a copy of an object without the given members. */
export function omit(object: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** Returns a copy of a value, as a client receives it in JSON. */
export function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/**
 * Returns an own member of an object. An inherited member such as `constructor` is not returned, because clients can
 * choose any name.
 */
export function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** Returns a member that is an object. If the member is not an object, returns an empty object. */
export function recordAt(object: Json, name: string): Json {
  const value = object[name];
  return isRecord(value) ? value : {};
}

/**
 * Returns the items of a list in a member, without the items that are not objects. If the member is not a list, returns
 * an empty array.
 */
export function recordsAt(object: Json, name: string): readonly Json[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Returns whether two JSON values are equal. The order of members does not matter. Prototypes are ignored, because the
 * prototypes of values from another realm are different, for example under Jest.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return hasSame(a, b, isSame);
}

/**
 * Returns a function that works like `isSame`, but caches its results. The cache has one result for each object and
 * list inside the first argument. If a later call compares such an inner object or list with the same value again, the
 * function returns the cached result. The values may not change between the calls.
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
