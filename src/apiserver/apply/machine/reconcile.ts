import { type Atom, kindOf, memberAtom } from './atom.ts';
import { deducedAtom } from './atom-of.ts';
import { type FieldNode, type FieldSet, noFields } from './field-set.ts';
import { fieldNameOf } from './path-element.ts';

/**
 * Adapts a set of fields to a schema that has changed. If a value has become atomic, a field manager of parts of the
 * value becomes the owner of the whole value. Works like `ReconcileFieldSetWithSchema` in structured-merge-diff.
 */
export function reconciled(atom: Atom, set: FieldSet): FieldSet {
  const entries = [...set].map(([element, node]) => {
    const below = atomBelow(atom, element);
    return [element, below === undefined ? node : reconciledNode(below, node)] as const;
  });
  return entries.every(([element, node]) => set.get(element) === node) ? set : new Map(entries);
}

function reconciledNode(atom: Atom, node: FieldNode): FieldNode {
  if (node.children.size === 0) return node;
  const isOne = { map: atom.map?.atomic, list: atom.list?.atomic, scalar: false }[kindOf(atom)];
  if (isOne === true) return { member: true, children: noFields };
  const children = reconciled(atom, node.children);
  return children === node.children ? node : { ...node, children };
}

function atomBelow(atom: Atom, element: string): Atom | undefined {
  const { map, list } = atom;
  if (kindOf(atom) === 'list') return list?.items;
  if (kindOf(atom) === 'scalar' || map === undefined) return undefined;
  // The value has no schema, so its merge rules never change.
  if (map.others === deducedAtom && Object.keys(map.fields).length === 0) return undefined;
  return memberAtom(map, fieldNameOf(element) ?? '');
}
