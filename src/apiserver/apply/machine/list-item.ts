import { isRecord } from '../../../objects/index.ts';
import { own } from '../../json.ts';
import { shownWords } from '../../status/shown-value.ts';
import type { ListAtom } from './atom.ts';
import { keyElement, type PathElement, valueElement } from './path-element.ts';
import { setMember } from './typed.ts';

/**
 * Returns the path element of an item of an associative list.
 *
 * @throws Error for an item of a list with keys, if the item has none of the keys or is not an object. Error for an
 * item of a set, if the item is null, a list or an object.
 */
export function itemElement(list: ListAtom, item: unknown): PathElement {
  return list.keys.length > 0 ? keyed(list, item) : ofSet(item);
}

function keyed({ keys, keyDefaults }: ListAtom, item: unknown): PathElement {
  if (item === null) throw new Error('associative list with keys may not have a null element');
  if (!isRecord(item)) throw new Error('associative list with keys may not have non-map elements');
  const found: Record<string, unknown> = {};
  let isFound = false;
  for (const key of keys) {
    const value = Object.hasOwn(item, key) ? item[key] : own(keyDefaults, key);
    if (value === undefined) continue;
    setMember(found, key, value);
    isFound = true;
  }
  if (isFound) return keyElement(found);
  throw new Error(
    `associative list with keys has an element that omits all key fields [${shownWords(keys, ' ')}] (and doesn't have default values for any key fields)`,
  );
}

function ofSet(item: unknown): PathElement {
  if (Array.isArray(item)) throw new Error('not supported: associative list with lists as elements');
  if (item === null) throw new Error("associative list without keys has an element that's an explicit null");
  if (isRecord(item)) throw new Error("associative list without keys has an element that's a map type");
  return valueElement(item);
}

/** Groups the items of a list by path element. The result omits items that have no path element. */
export function itemsByElement(
  list: ListAtom,
  items: readonly unknown[],
): ReadonlyMap<PathElement, readonly unknown[]> {
  const result = new Map<PathElement, unknown[]>();
  for (const item of items) {
    const element = elementOrNone(list, item);
    if (element === undefined) continue;
    const same = result.get(element);
    if (same === undefined) result.set(element, [item]);
    else same.push(item);
  }
  return result;
}

/** Returns the path element of an item. Returns `undefined` if the item has no path element. */
export function elementOrNone(list: ListAtom, item: unknown): PathElement | undefined {
  try {
    return itemElement(list, item);
  } catch {
    return undefined;
  }
}
