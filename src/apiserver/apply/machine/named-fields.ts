import { type Atom, isField, memberAtom } from './atom.ts';
import { type FieldSet, noFields } from './field-set.ts';
import { fieldNameOf } from './path-element.ts';

/**
 * The set with the members that types name and that hold something of it: a set with `.a.b.c` has `.a` too where that is
 * a field of a type, and not where it is a key of a map. Follows `Set.EnsureNamedFieldsAreMembers`.
 */
export function withNamedFields(atom: Atom | undefined, set: FieldSet): FieldSet {
  if (set.size === 0) return noFields;
  return new Map(
    [...set].map(([element, { member, children }]) => {
      const name = fieldNameOf(element);
      const { map, list } = atom ?? {};
      const isNamed = name !== undefined && map !== undefined && children.size > 0 && isField(map, name);
      const below = name === undefined ? (element.startsWith('k:') ? list?.items : undefined) : undefined;
      const inner = name !== undefined && map !== undefined ? memberAtom(map, name) : below;
      return [element, { member: member || isNamed, children: withNamedFields(inner, children) }] as const;
    }),
  );
}
