import { isRecord } from '../../../objects/index.ts';

/**
 * The merge rules for the values of one type: for a scalar, for a list and for a map, as far as the type allows each.
 * Follows `schema.Atom` of structured-merge-diff.
 */
export interface Atom {
  readonly scalar?: Scalar;
  readonly list?: ListAtom;
  readonly map?: MapAtom;
}

/** The allowed type of a scalar; `untyped` allows any scalar. */
export type Scalar = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListAtom {
  /** True if managers own and replace the list as a whole. */
  readonly atomic: boolean;
  /** The members that identify an item; empty for a set of scalars. */
  readonly keys: readonly string[];
  /** The values that count as keys if an item lacks a key. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly items: Atom;
}

export interface MapAtom {
  /** True if managers own and replace the map as a whole. */
  readonly atomic: boolean;
  /** The members that the type names. */
  readonly fields: Readonly<Record<string, Atom>>;
  /** The atom of all other members; `undefined` if other members are not allowed. */
  readonly others: Atom | undefined;
}

/** Returns the atom of a member of a map; `undefined` if the member is not allowed. */
export function memberAtom(map: MapAtom, name: string): Atom | undefined {
  return isField(map, name) ? map.fields[name] : map.others;
}

/** Checks whether the type names a member. */
export function isField({ fields }: MapAtom, name: string): boolean {
  return Object.hasOwn(fields, name);
}

/**
 * Returns the part of an atom that fits the type of a value. Returns the whole atom for `undefined`, for null, and for
 * a value that fits no part.
 */
export function deduced(atom: Atom, value: unknown): Atom {
  if (Array.isArray(value)) return atom.list === undefined ? atom : listOnly(atom, atom.list);
  if (isRecord(value)) return atom.map === undefined ? atom : mapOnly(atom, atom.map);
  if (value === undefined || value === null || atom.scalar === undefined) return atom;
  return scalarOnly(atom, atom.scalar);
}

// Most atoms have one part only: return the same object then, so that `isSameKind` can compare by identity.
const listOnly = (atom: Atom, list: ListAtom): Atom =>
  atom.map === undefined && atom.scalar === undefined ? atom : { list };
const mapOnly = (atom: Atom, map: MapAtom): Atom =>
  atom.list === undefined && atom.scalar === undefined ? atom : { map };
const scalarOnly = (atom: Atom, scalar: Scalar): Atom =>
  atom.list === undefined && atom.map === undefined ? atom : { scalar };

/** Checks whether two results of {@link deduced} for the same atom are the same. */
export function isSameKind(a: Atom, b: Atom): boolean {
  return a === b || (a.scalar === b.scalar && a.list === b.list && a.map === b.map);
}

/** Returns the part of an atom to use: a map before a scalar before a list. */
export function kindOf({ map, scalar, list }: Atom): 'map' | 'scalar' | 'list' {
  return map !== undefined ? 'map' : scalar !== undefined ? 'scalar' : list !== undefined ? 'list' : 'map';
}
