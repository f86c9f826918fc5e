import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, own } from '../json.ts';
import { badRequest } from '../status/refusals.ts';
import { mergeKeyOf } from './merge-keys.ts';

/**
 * What a strategic merge patch makes of an object of a built-in type: as a merge patch, but lists with a merge key are
 * merged item by item. That is what `kubectl apply`, `edit` and `set` send.
 *
 * Its directives: `$patch` (`replace`, `delete`, `merge`), `$retainKeys`, `$deleteFromPrimitiveList/FIELD` and
 * `$setElementOrder/FIELD`.
 *
 * @throws Refusal 400 for a patch that does not fit
 */
export function applyStrategicMergePatch(kind: string, target: object, patch: Json): unknown {
  return mergeObject(kind, { ...target }, patch);
}

function mergeObject(kind: string, target: Json, patch: Json): Json {
  if (patch[directive] === 'delete') return {};
  const plain = Object.entries(patch).filter(([name]) => !name.startsWith('$'));
  const result = new Map(Object.entries(retained(target, patch)));
  for (const [name, value] of plain) {
    if (value === null) result.delete(name);
    else result.set(name, mergeValue(kind, name, result.get(name), value));
  }
  for (const [name, values] of directivesOf(patch, '$deleteFromPrimitiveList/')) {
    const list = result.get(name);
    if (Array.isArray(list))
      result.set(
        name,
        list.filter((item) => !values.some((one) => isSame(one, item))),
      );
  }
  for (const [name, order] of directivesOf(patch, '$setElementOrder/')) {
    const list = result.get(name);
    if (Array.isArray(list))
      result.set(name, ordered(list, order, own(target, name), mergeKeyOf(kind, name) ?? ''));
  }
  return Object.fromEntries(result);
}

const directive = '$patch';

/** What of the target is left to be merged into. */
function retained(target: Json, patch: Json): Json {
  if (patch[directive] === 'replace') return {};
  const keys: unknown = patch['$retainKeys'];
  if (!Array.isArray(keys)) return target;
  return Object.fromEntries(Object.entries(target).filter(([name]) => keys.includes(name)));
}

function directivesOf(patch: Json, prefix: string): readonly (readonly [string, readonly unknown[]])[] {
  return Object.entries(patch).flatMap(([name, values]) => {
    if (!name.startsWith(prefix)) return [];
    if (!Array.isArray(values)) throw badRequest(`${name} must be a list`);
    return [[name.slice(prefix.length), values as readonly unknown[]] as const];
  });
}

function mergeValue(kind: string, name: string, target: unknown, patch: unknown): unknown {
  if (isRecord(patch)) return mergeObject(kind, isRecord(target) ? target : {}, patch);
  return Array.isArray(patch) ? mergeArray(kind, name, target, patch) : patch;
}

function mergeArray(
  kind: string,
  name: string,
  target: unknown,
  patch: readonly unknown[],
): readonly unknown[] {
  const key = mergeKeyOf(kind, name);
  const list: readonly unknown[] = Array.isArray(target) ? target : [];
  if (key === undefined) return patch;
  if (key === '') return [...list, ...patch.filter((item) => !list.some((one) => isSame(one, item)))];
  return mergeList(kind, name, key, list, patch);
}

/** Each item of the patch goes into the one with the same key, or to the end. */
function mergeList(
  kind: string,
  name: string,
  key: string,
  list: readonly unknown[],
  patch: readonly unknown[],
): readonly unknown[] {
  const items = patch.map((item) => {
    if (!isRecord(item)) throw badRequest(`${name}: each item must be an object`);
    return item;
  });
  const replaces = items.some((item) => item[directive] === 'replace' && item[key] === undefined);
  let result: readonly unknown[] = replaces ? [] : list;
  for (const item of items) {
    const value = item[key];
    if (value === undefined && item[directive] === 'replace') continue;
    if (value === undefined) throw badRequest(`${name}: each item must have the merge key ${key}`);
    const at = result.findIndex((one) => isRecord(one) && isSame(one[key], value));
    if (item[directive] === 'delete') result = result.filter((_, index) => index !== at);
    else if (at === -1) result = [...result, mergeObject(kind, {}, item)];
    else result = result.map((one, index) => (index === at ? mergeObject(kind, one as Json, item) : one));
  }
  return result;
}

/** In the order of the patch; what only the server has keeps its place in front of those that followed it. */
function ordered(
  list: readonly unknown[],
  order: readonly unknown[],
  before: unknown,
  key: string,
): readonly unknown[] {
  const idOf = (item: unknown): unknown => (key !== '' && isRecord(item) ? item[key] : item);
  const find = (items: readonly unknown[], item: unknown): number =>
    items.findIndex((one) => isSame(idOf(one), idOf(item)));
  const old: readonly unknown[] = Array.isArray(before) ? before : [];
  const named = list.filter((item) => find(order, item) >= 0).sort((a, b) => find(order, a) - find(order, b));
  const others = list.filter((item) => find(order, item) === -1);
  const result: unknown[] = [];
  for (const item of named) {
    const place = find(old, item);
    while (place >= 0 && others.length > 0 && find(old, others[0]) < place) result.push(others.shift());
    result.push(item);
  }
  return [...result, ...others];
}
