import { isSame, own } from '../../json.ts';
import { type Atom, deduced, isSameKind, kindOf, type ListAtom, type MapAtom, memberAtom } from './atom.ts';
import { deducedAtom } from './atom-of.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';
import { itemsByElement } from './list-item.ts';
import { fieldElement, type Path, type PathElement } from './path-element.ts';
import { asList, asMap, isVoid } from './typed.ts';

/** The differences between two values. A field is in at most one of the sets `removed`, `modified` and `added`. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/** Compares two values of one type. Works like `TypedValue.Compare` in structured-merge-diff. */
export function compare(atom: Atom, before: unknown, after: unknown): Comparison {
  const found: Found = {
    removed: new FieldSetBuilder(),
    modified: new FieldSetBuilder(),
    added: new FieldSetBuilder(),
  };
  visit(atom, before, after, [], found);
  return { removed: found.removed.set, modified: found.modified.set, added: found.added.set };
}

type Found = Readonly<Record<keyof Comparison, FieldSetBuilder>>;

/** Compares two values. `undefined` stands for an absent value. At least one of the two values is present. */
function visit(atom: Atom, before: unknown, after: unknown, path: Path, found: Found): void {
  const [left, right] = [deduced(atom, before), deduced(atom, after)];
  const isLeaf = visitAs(after === undefined ? left : right, before, after, path, found);
  if (before !== undefined && after !== undefined && !isSameKind(left, right)) {
    visitAs(left, before, after, path, found);
  }
  if (isLeaf) return;
  if (before === undefined) found.added.insert(path);
  else if (after === undefined) found.removed.insert(path);
}

/**
 * Compares two values by the merge rules of one type. Returns `true` if the values are compared as a whole, not by
 * their members or items.
 */
function visitAs(atom: Atom, before: unknown, after: unknown, path: Path, found: Found): boolean {
  const { map, list } = atom;
  const kind = kindOf(atom);
  if (kind === 'map' && map !== undefined) return visitMap(map, before, after, path, found);
  if (kind === 'list' && list !== undefined) return visitList(list, before, after, path, found);
  return leaf(before, after, path, found);
}

function leaf(before: unknown, after: unknown, path: Path, found: Found): true {
  if (before === undefined) found.added.insert(path);
  else if (after === undefined) found.removed.insert(path);
  else if (!isSame(before, after)) found.modified.insert(path);
  return true;
}

function visitMap(map: MapAtom, before: unknown, after: unknown, path: Path, found: Found): boolean {
  const [left, right] = [asMap(before), asMap(after)];
  // The comparison treats two empty maps as leaves, so that an empty map and `null` differ.
  if (map.atomic || (isVoid(left) && isVoid(right))) return leaf(before, after, path, found);
  for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
    const atom = memberAtom(map, name) ?? deducedAtom;
    visit(atom, own(left ?? {}, name), own(right ?? {}, name), [...path, fieldElement(name)], found);
  }
  return false;
}

function visitList(list: ListAtom, before: unknown, after: unknown, path: Path, found: Found): boolean {
  const [left, right] = [asList(before), asList(after)];
  if (list.atomic || (isVoid(left) && isVoid(right))) return leaf(before, after, path, found);
  const [lefts, rights] = [itemsByElement(list, left ?? []), itemsByElement(list, right ?? [])];
  for (const element of new Set([...lefts.keys(), ...rights.keys()])) {
    visitItems(list, element, lefts.get(element) ?? [], rights.get(element) ?? [], path, found);
  }
  return false;
}

/**
 * Compares the items that have the same key in the two lists. If several items of a list have the same key, the items
 * count as one leaf.
 */
function visitItems(
  { items }: ListAtom,
  element: PathElement,
  before: readonly unknown[],
  after: readonly unknown[],
  path: Path,
  found: Found,
): void {
  const inner = [...path, element];
  if (before.length > 1 && after.length > 1) {
    if (!isSame(before, after)) found.modified.insert(inner);
  } else if (before.length > 1) {
    if (after.length > 0) visit(items, undefined, after[0], inner, found);
    found.removed.insert(inner);
  } else if (after.length > 1) {
    if (before.length > 0) visit(items, before[0], undefined, inner, found);
    found.added.insert(inner);
  } else visit(items, before[0], after[0], inner, found);
}
