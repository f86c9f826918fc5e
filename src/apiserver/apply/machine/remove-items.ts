import { type Atom, deduced, kindOf, type ListAtom, type MapAtom, memberAtom } from './atom.ts';
import { deducedAtom } from './atom-of.ts';
import { type FieldSet, noFields } from './field-set.ts';
import { elementOrNone } from './list-item.ts';
import { fieldElement } from './path-element.ts';
import { asList, asMap, isVoid, setMember } from './typed.ts';

/**
 * Removes fields from a value. A map or a list that becomes empty is replaced by `null`. Works like
 * `TypedValue.RemoveItems` in structured-merge-diff.
 */
export function removeItems(atom: Atom, value: unknown, fields: FieldSet): unknown {
  const found = deduced(atom, value);
  const { map, list } = found;
  const kind = kindOf(found);
  if (kind === 'map' && map !== undefined) return withoutMembers(map, value, fields);
  if (kind === 'list' && list !== undefined) return withoutItems(list, value, fields);
  return value;
}

function withoutMembers(map: MapAtom, value: unknown, fields: FieldSet): unknown {
  const members = asMap(value);
  if (members === undefined || isVoid(members) || map.atomic) return null;
  const result = {};
  for (const [name, below] of Object.entries(members)) {
    const { member, children } = fields.get(fieldElement(name)) ?? none;
    if (member) continue;
    const left =
      children.size === 0 ? below : removeItems(memberAtom(map, name) ?? deducedAtom, below, children);
    setMember(result, name, left);
  }
  return isVoid(result) ? null : result;
}

function withoutItems(list: ListAtom, value: unknown, fields: FieldSet): unknown {
  const items = asList(value);
  if (items === undefined || isVoid(items) || list.atomic) return null;
  const result = items.flatMap((item) => {
    const { member, children } = fields.get(elementOrNone(list, item) ?? '') ?? none;
    if (member) return [];
    return [children.size === 0 ? item : removeItems(list.items, item, children)];
  });
  return result.length > 0 ? result : null;
}

const none = { member: false, children: noFields };
