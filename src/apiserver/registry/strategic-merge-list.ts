import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { sorted } from '../sorted.ts';
import { plainError } from '../status/refusals.ts';
import type { RepeatedChanges } from './repeated-changes.ts';

/** A list in the stored object and a list in the patch, which are merged item by item. */
export interface MergedList {
  readonly target: readonly unknown[];
  readonly patch: readonly unknown[];
  /** The member that identifies an item. Empty for a list of texts, numbers or booleans. */
  readonly key: string;
}

/**
 * Merges a list item by item. The items of the patch have the order of the patch. The other existing items keep their
 * position relative to the items of the patch. If a patch changes an item several times, the changes are applied one
 * after the other.
 *
 * @throws Refusal 413 for too many changes of large items. Refusal 500 for an item without the merge key, and for an
 * invalid directive.
 */
export function mergeLists(
  { target, patch, key }: MergedList,
  repeated: RepeatedChanges,
  merge: (item: Json, change: Json) => Json,
): readonly unknown[] {
  if (target.length === 0 && patch.length === 0) return target;
  if (![...target, ...patch].some(isRecord)) {
    const all = [...target, ...patch];
    const first = placesOf(all, '');
    const distinct = all.filter((item, at) => first.get(identityOf(item, '')) === at);
    return orderedBy(distinct, patch, target, '');
  }
  if (key === '') throw plainError('cannot merge lists without merge key');
  const { kept, changes, replaces } = withDirectives(target, patch, key);
  if (replaces) return changes;
  const result = [...kept];
  const places = placesOf(kept, key);
  const changed = new Set<string>();
  for (const change of changes) {
    const id = identity(keyIn(change, key));
    const at = places.get(id);
    const item = at === undefined ? undefined : result[at];
    if (at !== undefined && isRecord(item)) {
      if (changed.has(id)) repeated.add(item);
      result[at] = merge(item, change);
    } else {
      places.set(id, result.push(change) - 1);
    }
    changed.add(id);
  }
  return orderedBy(result, changes, kept, key);
}

/**
 * Applies the items of a patch list that contain the directive `$patch`. The member `changes` of the result contains
 * the items without the directive.
 */
function withDirectives(
  target: readonly unknown[],
  patch: readonly unknown[],
  key: string,
): { readonly kept: readonly unknown[]; readonly changes: readonly Json[]; readonly replaces: boolean } {
  const deleted = new Set<string>();
  let replaces = false;
  const changes: Json[] = [];
  for (const change of patch) {
    if (!isRecord(change)) throw plainError(`list element types are not identical: ${JSON.stringify(patch)}`);
    if (!Object.hasOwn(change, '$patch')) {
      changes.push(change);
      continue;
    }
    switch (change['$patch']) {
      case 'delete':
        deleted.add(identity(keyIn(change, key)));
        break;
      case 'replace':
        replaces = true;
        break;
      case 'merge':
        throw plainError('merging lists cannot yet be specified in the patch');
      default:
        throw plainError(`unknown patch type: ${String(change['$patch'])} in map: ${JSON.stringify(change)}`);
    }
  }
  const isKept = (item: unknown): boolean => !isRecord(item) || !deleted.has(identity(item[key]));
  return { kept: deleted.size === 0 ? target : target.filter(isKept), changes, replaces };
}

function keyIn(item: Json, key: string): unknown {
  if (item[key] !== undefined) return item[key];
  throw plainError(`map: ${JSON.stringify(item)} does not contain declared merge key: ${key}`);
}

/**
 * Returns a map from the key of each item to the index of the item in the list. If several items have the same key, the
 * map contains the index of the first of these items.
 */
function placesOf(list: readonly unknown[], key: string): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, item] of list.entries()) {
    const id = identityOf(item, key);
    if (!places.has(id)) places.set(id, at);
  }
  return places;
}

const identityOf = (item: unknown, key: string): string =>
  identity(key !== '' && isRecord(item) ? item[key] : item);

/** Returns a text that is different for different JSON values. The text of `undefined` is empty. */
export const identity = (value: unknown): string =>
  value === undefined ? '' : JSON.stringify(typeof value === 'object' ? sorted(value) : value);

/**
 * Sorts the items of a list in the order of the list `order`. An item A that is not in `order` comes before an item B
 * if A was before B in the list `before`.
 *
 * @param before - the list before the patch
 */
export function orderedBy(
  list: readonly unknown[],
  order: readonly unknown[],
  before: readonly unknown[],
  key: string,
): readonly unknown[] {
  const [wanted, earlier] = [placesOf(order, key), placesOf(before, key)];
  const placed = list.map((item) => {
    const id = identityOf(item, key);
    return { item, wanted: wanted.get(id) ?? -1, earlier: earlier.get(id) ?? -1 };
  });
  const named = placed.filter((one) => one.wanted >= 0).sort((a, b) => a.wanted - b.wanted);
  const others = placed.filter((one) => one.wanted < 0).sort((a, b) => a.earlier - b.earlier);
  const result: unknown[] = [];
  let at = 0;
  for (const { item, earlier: place } of named) {
    for (let other = others[at]; other !== undefined && isBefore(other.earlier, place); other = others[++at])
      result.push(other.item);
    result.push(item);
  }
  return [...result, ...others.slice(at).map(({ item }) => item)];
}

const isBefore = (at: number, place: number): boolean => at >= 0 && at < place;
