import { type Atom, deduced, isField, kindOf, type ListAtom, type MapAtom, memberAtom } from './atom.ts';
import { deducedAtom } from './atom-of.ts';
import { type FieldNode, type FieldSet, noFields } from './field-set.ts';
import { itemsByElement } from './list-item.ts';
import { fieldElement, type PathElement } from './path-element.ts';
import { asList, asMap, isVoid } from './typed.ts';

/**
 * Returns the fields of a value: each leaf, each item of an associative list, and each member that the type does not
 * name. Works like `TypedValue.ToFieldSet` in structured-merge-diff.
 */
export function fieldSetOf(atom: Atom, value: unknown): FieldSet {
  return nodeOf(atom, value).children;
}

function nodeOf(atom: Atom, value: unknown): FieldNode {
  const found = deduced(atom, value);
  const { map, list } = found;
  const kind = kindOf(found);
  if (kind === 'map' && map !== undefined) return map.atomic ? leaf : branch(membersOf(map, value));
  if (kind === 'list' && list !== undefined) return list.atomic ? leaf : branch(itemsOf(list, value));
  return leaf;
}

const leaf: FieldNode = { member: true, children: noFields };
const branch = (children: FieldSet): FieldNode => ({ member: false, children });

function membersOf(map: MapAtom, value: unknown): FieldSet {
  const members = new Map<PathElement, FieldNode>();
  for (const [name, below] of Object.entries(asMap(value) ?? {})) {
    const { member, children } = nodeOf(memberAtom(map, name) ?? deducedAtom, below);
    const isEmpty = below === null || (asMap(below) !== undefined && isVoid(asMap(below)));
    const isMember = member || isEmpty || !isField(map, name);
    if (isMember || children.size > 0) members.set(fieldElement(name), { member: isMember, children });
  }
  return members;
}

/**
 * Returns the fields of the items of a list. If several items have the same key, field managers own the items as one
 * field.
 */
function itemsOf(list: ListAtom, value: unknown): FieldSet {
  const items = new Map<PathElement, FieldNode>();
  for (const [element, same] of itemsByElement(list, asList(value) ?? [])) {
    const children = same.length === 1 ? nodeOf(list.items, same[0]).children : noFields;
    items.set(element, { member: true, children });
  }
  return items;
}
