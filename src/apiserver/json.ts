import { isRecord, type KubeObject } from '../objects/index.ts';

/** A JSON object of unknown shape. */
export type Json = Readonly<Record<string, unknown>>;

/** What the server stores: named, with a uid and a version, and frozen. */
export type StoredObject = Json & Required<KubeObject>;

/** The object without some of its members. */
export function omit(object: Json, ...names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** What is left of a value when it is sent: its own copy, in which nothing is but JSON. */
export function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}

/** A member of the object's own: a name that a client chose may be that of something every object inherits. */
export function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A member that is an object; else one without members. */
export function recordAt(object: Json, name: string): Json {
  const value = object[name];
  return isRecord(value) ? value : {};
}

/** The objects in a member that is a list. */
export function recordsAt(object: Json, name: string): readonly Json[] {
  const value = object[name];
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/**
 * Whether two JSON values are the same, whatever the order of their members. Prototypes do not count: what was cloned in
 * another realm, as under Jest, has others.
 */
export function isSame(a: unknown, b: unknown): boolean {
  return hasSame(a, b, isSame);
}

/**
 * Returns an `isSame` that compares each object and list of the first value once, also where it is asked for the values
 * within. It is for values that do not change meanwhile.
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
