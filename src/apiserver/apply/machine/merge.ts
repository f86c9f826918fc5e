import { own } from '../../json.ts';
import { type Atom, deduced, kindOf, type ListAtom, type MapAtom, memberAtom } from './atom.ts';
import { deducedAtom } from './atom-of.ts';
import { itemElement } from './list-item.ts';
import type { PathElement } from './path-element.ts';
import { asList, asMap, isVoid, setMember } from './typed.ts';

/**
 * Merges the applied value into the live value. An applied leaf replaces the live leaf. The function removes nothing.
 * In a list, the items of the applied list have the order of the applied list. Works like `TypedValue.Merge` in
 * structured-merge-diff.
 */
export function merge(atom: Atom, live: unknown, applied: unknown): unknown {
  const found = deduced(atom, applied === undefined ? live : applied);
  const { map, list } = found;
  const kind = kindOf(found);
  if (kind === 'map' && map !== undefined) return mergeMap(map, live, applied);
  if (kind === 'list' && list !== undefined) return mergeList(list, live, applied);
  return leaf(live, applied);
}

const leaf = (live: unknown, applied: unknown): unknown => (applied === undefined ? live : applied);

function mergeMap(map: MapAtom, live: unknown, applied: unknown): unknown {
  const [left, right] = [asMap(live), asMap(applied)];
  if (map.atomic || (isVoid(left) && isVoid(right))) return leaf(live, applied);
  const result = {};
  for (const name of new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})])) {
    const value = merge(memberAtom(map, name) ?? deducedAtom, own(left ?? {}, name), own(right ?? {}, name));
    if (value !== undefined) setMember(result, name, value);
  }
  return isVoid(result) ? undefined : result;
}

function mergeList(list: ListAtom, live: unknown, applied: unknown): unknown {
  const [left, right] = [asList(live), asList(applied)];
  if (list.atomic || (isVoid(left) && isVoid(right))) return leaf(live, applied);
  const result = mergeItems(list, left ?? [], right ?? []);
  return result.length > 0 ? result : undefined;
}

/**
 * Maps the path element of each item to the item. If several items have the same path element, the value is `null`. An
 * applied item therefore replaces all live items with the same key.
 */
function byElement(
  elements: readonly PathElement[],
  items: readonly unknown[],
): ReadonlyMap<PathElement, unknown> {
  const result = new Map<PathElement, unknown>();
  for (const [at, element] of elements.entries()) {
    result.set(element, result.has(element) ? null : items[at]);
  }
  return result;
}

/**
 * Merges two lists. The items of the applied list have the order of the applied list. The items that only the live list
 * contains keep their order among each other, and are inserted between the items of the applied list.
 */
function mergeItems(
  list: ListAtom,
  live: readonly unknown[],
  applied: readonly unknown[],
): readonly unknown[] {
  const lefts = live.map((item) => itemElement(list, item));
  const rights = applied.map((item) => itemElement(list, item));
  const [leftItems, rightItems] = [byElement(lefts, live), byElement(rights, applied)];
  const shared = rights.filter((element) => leftItems.has(element));
  const merged = new Set<PathElement>();
  const out: unknown[] = [];
  const push = (value: unknown): void => {
    if (value !== undefined) out.push(value);
  };

  let next = shared.shift();
  for (let l = 0, r = 0; l < lefts.length || r < rights.length;) {
    const [left, right] = [lefts[l], rights[r]];
    if (left !== undefined && right !== undefined) {
      if (left === right) {
        merged.add(left);
        push(merge(list.items, leftItems.get(left), rightItems.get(left)));
        l++;
        r++;
        next = shared.shift();
        continue;
      }
      if (rightItems.has(left) && next !== undefined && next !== left) {
        l++; // the applied list contains the item at another index, so the item is added there
        continue;
      }
    }
    if (left !== undefined) {
      if (!rightItems.has(left)) {
        push(merge(list.items, live[l], undefined));
        l++;
        continue;
      }
      if (merged.has(left)) l++;
    }
    if (right !== undefined) {
      merged.add(right);
      push(merge(list.items, leftItems.get(right), rightItems.get(right)));
      r++;
      if (next === right) next = shared.shift();
    }
  }
  return out;
}
