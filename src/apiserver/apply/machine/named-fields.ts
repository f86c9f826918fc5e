import { type Atom, isField, memberAtom } from './atom.ts';
import { type FieldNode, type FieldSet, noFields } from './field-set.ts';
import { fieldNameOf, type PathElement } from './path-element.ts';

/**
 * Adds to a set the members that types name and that have descendants in the set. For example, a set with `.a.b.c` also
 * gets `.a` if `.a` is a field of a type, but not if it is a key of a map. Follows `Set.EnsureNamedFieldsAreMembers`.
 */
export function withNamedFields(atom: Atom | undefined, set: FieldSet): FieldSet {
  if (set.size === 0) return noFields;
  const { map, list } = atom ?? {};
  const result = new Map<PathElement, FieldNode>();
  for (const [element, node] of set) {
    const { member, children } = node;
    if (children.size === 0) {
      result.set(element, node);
      continue;
    }
    const name = fieldNameOf(element);
    const isNamed = name !== undefined && map !== undefined && isField(map, name);
    const below = name === undefined ? (element.startsWith('k:') ? list?.items : undefined) : undefined;
    const inner = name !== undefined && map !== undefined ? memberAtom(map, name) : below;
    result.set(element, { member: member || isNamed, children: withNamedFields(inner, children) });
  }
  return result;
}
