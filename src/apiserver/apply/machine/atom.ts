import { isRecord } from '../../../objects/index.ts';

/**
 * How values of one type are merged: as a plain value, as a list, as an object, or as whichever of them the value is.
 * Follows `schema.Atom` of structured-merge-diff.
 */
export interface Atom {
  readonly scalar?: Scalar;
  readonly list?: ListAtom;
  readonly map?: MapAtom;
}

/** What a plain value may be; `untyped` for any. */
export type Scalar = 'numeric' | 'string' | 'boolean' | 'untyped';

export interface ListAtom {
  /** Whether it is owned and replaced as one. */
  readonly atomic: boolean;
  /** The members that tell its items; none for a set of plain values. */
  readonly keys: readonly string[];
  /** What a key counts as where an item lacks it. */
  readonly keyDefaults: Readonly<Record<string, unknown>>;
  readonly items: Atom;
}

export interface MapAtom {
  /** Whether it is owned and replaced as one. */
  readonly atomic: boolean;
  /** The members that its type names. */
  readonly fields: Readonly<Record<string, Atom>>;
  /** Of all other members; `undefined`: there may be none. */
  readonly others: Atom | undefined;
}

/** How a member of an object is merged; `undefined` for one that may not be there. */
export function memberAtom(map: MapAtom, name: string): Atom | undefined {
  return isField(map, name) ? map.fields[name] : map.others;
}

/** Whether its type names the member. */
export function isField({ fields }: MapAtom, name: string): boolean {
  return Object.hasOwn(fields, name);
}

/** What of the atom a value takes; all of it for nothing, for null and for what fits none. */
export function deduced(atom: Atom, value: unknown): Atom {
  if (Array.isArray(value)) return atom.list === undefined ? atom : listOnly(atom, atom.list);
  if (isRecord(value)) return atom.map === undefined ? atom : mapOnly(atom, atom.map);
  if (value === undefined || value === null || atom.scalar === undefined) return atom;
  return scalarOnly(atom, atom.scalar);
}

// Most atoms are of one kind already: those stay the same object, which is what tells two values of one kind.
const listOnly = (atom: Atom, list: ListAtom): Atom =>
  atom.map === undefined && atom.scalar === undefined ? atom : { list };
const mapOnly = (atom: Atom, map: MapAtom): Atom =>
  atom.list === undefined && atom.scalar === undefined ? atom : { map };
const scalarOnly = (atom: Atom, scalar: Scalar): Atom =>
  atom.list === undefined && atom.map === undefined ? atom : { scalar };

/** Whether two deductions from one atom came to the same. */
export function isSameKind(a: Atom, b: Atom): boolean {
  return a === b || (a.scalar === b.scalar && a.list === b.list && a.map === b.map);
}

/** Which kind counts: an object before a plain value before a list. */
export function kindOf({ map, scalar, list }: Atom): 'map' | 'scalar' | 'list' {
  return map !== undefined ? 'map' : scalar !== undefined ? 'scalar' : list !== undefined ? 'list' : 'map';
}
