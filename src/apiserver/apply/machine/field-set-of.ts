import { type Atom, deduced, isField, kindOf, type ListAtom, type MapAtom, memberAtom } from './atom.ts';
import { deducedAtom } from './atom-of.ts';
import { type FieldSet, FieldSetBuilder } from './field-set.ts';
import { itemsByElement } from './list-item.ts';
import { fieldElement, type Path } from './path-element.ts';
import { asList, asMap, isVoid } from './typed.ts';

/**
 * The fields that a value names: each leaf, each item of a list that is merged item by item, and each member whose name is
 * not its type's. Follows `TypedValue.ToFieldSet`.
 */
export function fieldSetOf(atom: Atom, value: unknown): FieldSet {
  const builder = new FieldSetBuilder();
  collect(atom, value, [], builder);
  return builder.set;
}

function collect(atom: Atom, value: unknown, path: Path, set: FieldSetBuilder): void {
  const found = deduced(atom, value);
  const { map, list } = found;
  const kind = kindOf(found);
  if (kind === 'map' && map !== undefined) collectMembers(map, value, path, set);
  else if (kind === 'list' && list !== undefined) collectItems(list, value, path, set);
  else set.insert(path);
}

function collectMembers(map: MapAtom, value: unknown, path: Path, set: FieldSetBuilder): void {
  if (map.atomic) set.insert(path);
  else {
    for (const [name, below] of Object.entries(asMap(value) ?? {})) {
      const inner = [...path, fieldElement(name)];
      collect(memberAtom(map, name) ?? deducedAtom, below, inner, set);
      const isEmpty = below === null || (asMap(below) !== undefined && isVoid(asMap(below)));
      if (isEmpty || !isField(map, name)) set.insert(inner);
    }
  }
}

/** Items with one key are owned together, as one. */
function collectItems(list: ListAtom, value: unknown, path: Path, set: FieldSetBuilder): void {
  if (list.atomic) set.insert(path);
  else {
    for (const [element, items] of itemsByElement(list, asList(value) ?? [])) {
      const inner = [...path, element];
      if (items.length === 1) collect(list.items, items[0], inner, set);
      set.insert(inner);
    }
  }
}
