import { type Atom, isField, memberAtom } from './atom.ts';
import { type FieldNode, type FieldSet, noFields } from './field-set.ts';
import { fieldNameOf, type PathElement } from './path-element.ts';

/**
 * Adds fields to a set. The function adds each field that has descendants in the set, if a type names the field. For
 * example, `.a.b.c` adds `.a` if a type names the field `a`. `.a.b.c` does not add `.a` if `a` is a key of a map. Works
 * like `Set.EnsureNamedFieldsAreMembers` in structured-merge-diff.
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
