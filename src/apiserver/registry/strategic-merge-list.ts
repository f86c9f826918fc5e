import { isRecord } from '../../objects/index.ts';
import { isSame, type Json } from '../json.ts';
import { plainError } from '../status/refusals.ts';

/** Two lists that become one. */
export interface MergedList {
  readonly target: readonly unknown[];
  readonly patch: readonly unknown[];
  /** The member by which items are told; empty for plain values. */
  readonly key: string;
}

/**
 * Merges a list item by item: what is patched stands in the order of the patch, and the others keep their place among
 * them as far as they had one.
 *
 * @throws Refusal 500 for items without the key, and for a directive that a list does not take
 */
export function mergeLists(
  { target, patch, key }: MergedList,
  merge: (item: Json, change: Json) => Json,
): readonly unknown[] {
  if (target.length === 0 && patch.length === 0) return target;
  if (![...target, ...patch].some(isRecord)) {
    const all = [...target, ...patch];
    const distinct = all.filter((item, at) => all.findIndex((one) => isSame(one, item)) === at);
    return orderedBy(distinct, patch, target, '');
  }
  if (key === '') throw plainError('cannot merge lists without merge key');
  const { kept, changes, replaces } = withDirectives(target, patch, key);
  if (replaces) return changes;
  let result = kept;
  for (const change of changes) {
    const at = placeOf(result, keyIn(change, key), key);
    const item = at < 0 ? undefined : result[at];
    result = isRecord(item) ? result.with(at, merge(item, change)) : [...result, change];
  }
  return orderedBy(result, changes, kept, key);
}

/** Does what the items with `$patch` say, and gives the others. */
function withDirectives(
  target: readonly unknown[],
  patch: readonly unknown[],
  key: string,
): { readonly kept: readonly unknown[]; readonly changes: readonly Json[]; readonly replaces: boolean } {
  let kept = target;
  let replaces = false;
  const changes: Json[] = [];
  for (const change of patch) {
    if (!isRecord(change)) throw plainError(`list element types are not identical: ${JSON.stringify(patch)}`);
    if (!Object.hasOwn(change, '$patch')) {
      changes.push(change);
      continue;
    }
    switch (change['$patch']) {
      case 'delete': {
        const value = keyIn(change, key);
        kept = kept.filter((item) => !isRecord(item) || !isSame(item[key], value));
        break;
      }
      case 'replace':
        replaces = true;
        break;
      case 'merge':
        throw plainError('merging lists cannot yet be specified in the patch');
      default:
        throw plainError(`unknown patch type: ${String(change['$patch'])} in map: ${JSON.stringify(change)}`);
    }
  }
  return { kept, changes, replaces };
}

function keyIn(item: Json, key: string): unknown {
  if (item[key] !== undefined) return item[key];
  throw plainError(`map: ${JSON.stringify(item)} does not contain declared merge key: ${key}`);
}

function placeOf(list: readonly unknown[], value: unknown, key: string): number {
  return list.findIndex((item) => isRecord(item) && isSame(item[key], value));
}

/**
 * A list in the order of another; what that does not name keeps its place in front of those that followed it before.
 *
 * @param before - the list as it was
 */
export function orderedBy(
  list: readonly unknown[],
  order: readonly unknown[],
  before: readonly unknown[],
  key: string,
): readonly unknown[] {
  const idOf = (item: unknown): unknown => (key !== '' && isRecord(item) ? item[key] : item);
  const find = (items: readonly unknown[], item: unknown): number =>
    items.findIndex((one) => isSame(idOf(one), idOf(item)));
  const named = list.filter((item) => find(order, item) >= 0).sort((a, b) => find(order, a) - find(order, b));
  const others = list
    .filter((item) => find(order, item) < 0)
    .sort((a, b) => find(before, a) - find(before, b));
  const result: unknown[] = [];
  for (const item of named) {
    const place = find(before, item);
    while (place >= 0 && others.length > 0 && isBefore(find(before, others[0]), place)) {
      result.push(others.shift());
    }
    result.push(item);
  }
  return [...result, ...others];
}

const isBefore = (at: number, place: number): boolean => at >= 0 && at < place;
