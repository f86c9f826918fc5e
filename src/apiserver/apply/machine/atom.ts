import { isRecord } from '../../../objects/index.ts';

/**
 * The merge rules for the values of one type. Scalars, lists and maps each have their own rules. If the type does not
 * allow one of these three, its rules are absent. Works like `schema.Atom` in structured-merge-diff.
 */
export interface Atom {
  readonly scalar?: Scalar;
  readonly list?: ListAtom;
  readonly map?: MapAtom;
}

/** The allowed type of a scalar. `untyped` allows any scalar. */
export type Scalar = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListAtom {
  /** `true` if field managers own and replace the list as a whole. */
  readonly atomic: boolean;
  /** The members that identify an item. The list of keys is empty for a set of scalars. */
  readonly keys: readonly string[];
  /** The default values of the keys. An item without a key has the default value of the key. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly items: Atom;
}

export interface MapAtom {
  /** `true` if field managers own and replace the map as a whole. */
  readonly atomic: boolean;
  /** The merge rules of the members that the type names, by member. */
  readonly fields: Readonly<Record<string, Atom>>;
  /**
   * The merge rules of the members that the type does not name. The value is `undefined` if the type allows only named
   * members.
   */
  readonly others: Atom | undefined;
}

/** Returns the merge rules of a member of a map. Returns `undefined` if the type does not allow the member. */
export function memberAtom(map: MapAtom, name: string): Atom | undefined {
  return isField(map, name) ? map.fields[name] : map.others;
}

/** Returns `true` if the type of a map lists the member as a field. */
export function isField({ fields }: MapAtom, name: string): boolean {
  return Object.hasOwn(fields, name);
}

/**
 * Returns the part of an atom (the merge rules of one type) that applies to a value: the rules for a scalar, a list or
 * a map. Returns the whole atom if the value is `undefined`, `null`, or fits no part of the atom.
 */
export function deduced(atom: Atom, value: unknown): Atom {
  if (Array.isArray(value)) return atom.list === undefined ? atom : listOnly(atom, atom.list);
  if (isRecord(value)) return atom.map === undefined ? atom : mapOnly(atom, atom.map);
  if (value === undefined || value === null || atom.scalar === undefined) return atom;
  return scalarOnly(atom, atom.scalar);
}

// Most atoms have only one part. For an atom with one part, `deduced` returns the same object, so that `isSameKind` can
// compare by identity.
const listOnly = (atom: Atom, list: ListAtom): Atom =>
  atom.map === undefined && atom.scalar === undefined ? atom : { list };
const mapOnly = (atom: Atom, map: MapAtom): Atom =>
  atom.list === undefined && atom.scalar === undefined ? atom : { map };
const scalarOnly = (atom: Atom, scalar: Scalar): Atom =>
  atom.list === undefined && atom.map === undefined ? atom : { scalar };

/** Returns `true` if two results of {@link deduced} for the same atom are the same part of the atom. */
export function isSameKind(a: Atom, b: Atom): boolean {
  return a === b || (a.scalar === b.scalar && a.list === b.list && a.map === b.map);
}

/**
 * Returns the part of the merge rules that applies to a value. The rules for a map have priority over the rules for a
 * scalar. The rules for a scalar have priority over the rules for a list.
 */
export function kindOf({ map, scalar, list }: Atom): 'map' | 'scalar' | 'list' {
  return map !== undefined ? 'map' : scalar !== undefined ? 'scalar' : list !== undefined ? 'list' : 'map';
}
