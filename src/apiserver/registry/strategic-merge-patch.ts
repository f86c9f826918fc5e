import { isRecord } from '../../objects/index.ts';
import { isSame, type Json, omit, own } from '../json.ts';
import type { Schema } from '../schema/schema.ts';
import { memberSchema } from '../schema/subschema.ts';
import { badRequest, plainError } from '../status/refusals.ts';
import { RepeatedChanges } from './repeated-changes.ts';
import { identity, type MergedList, mergeLists, orderedBy } from './strategic-merge-list.ts';

/**
 * Applies a strategic merge patch to an object of a built-in type. Unlike in a merge patch, a list with a merge key in
 * the schema is merged item by item. `kubectl apply`, `kubectl edit` and `kubectl set` send strategic merge patches.
 *
 * Like `strategicpatch` of apimachinery, the function supports the directives `$patch` (`replace`, `delete`),
 * `$retainKeys`, `$deleteFromPrimitiveList/FIELD` and `$setElementOrder/FIELD`.
 *
 * @throws Refusal 400 or 500 for a patch that cannot be applied, 413 for a patch that changes large list items again
 * and again
 */
export function applyStrategicMergePatch(schema: Schema | undefined, target: Json, patch: Json): Json {
  return mergeMap({ schema, repeated: new RepeatedChanges() }, target, patch);
}

/** The schema of the value that a patch changes, and the counter of repeated changes in the whole patch. */
interface PatchLocation {
  readonly schema: Schema | undefined;
  readonly repeated: RepeatedChanges;
}

function mergeMap(location: PatchLocation, target: Json, patch: Json): Json {
  const whole = replaced(patch);
  if (whole !== undefined) return whole;
  const result = new Map(Object.entries(retained(target, patch)));
  const rest = new Map(Object.entries(omit(patch, retainKeys)));
  for (const [directive, order] of [...rest].filter(([name]) => name.startsWith(setElementOrder))) {
    rest.delete(directive);
    const name = directive.slice(setElementOrder.length);
    const list = orderedList(memberOf(location, name), result.get(name), rest.get(name), order);
    if (list === undefined) continue;
    result.set(name, list);
    rest.delete(name);
  }
  for (const [name, value] of rest) {
    if (name.startsWith(deleteFromList)) deleteItems(result, name.slice(deleteFromList.length), value);
    else set(result, name, mergeValue(memberOf(location, name), result.get(name), value));
  }
  return Object.fromEntries(result);
}

const retainKeys = '$retainKeys';
const setElementOrder = '$setElementOrder/';
const deleteFromList = '$deleteFromPrimitiveList/';

/**
 * Returns the result of an object patch that contains the directive `$patch`. The result does not depend on the
 * existing object. Returns `undefined` for a patch without the directive.
 */
function replaced(patch: Json): Json | undefined {
  if (!Object.hasOwn(patch, '$patch')) return undefined;
  const directive = patch['$patch'];
  if (directive === 'replace') return omit(patch, '$patch');
  if (directive === 'delete') return {};
  throw plainError(`unknown patch type: ${String(directive)} in map: ${JSON.stringify(patch)}`);
}

/**
 * Returns the members of an object that `$retainKeys` of the patch lists. Without `$retainKeys`, returns the whole
 * object.
 */
function retained(target: Json, patch: Json): Json {
  const keys: unknown = patch[retainKeys];
  if (keys === undefined) return target;
  const names = new Set<unknown>(Array.isArray(keys) ? keys : []);
  const isRetained = (name: string): boolean => names.has(name);
  const others = Object.entries(omit(patch, retainKeys)).filter(
    ([name, value]) =>
      value !== null && !name.startsWith(setElementOrder) && !name.startsWith(deleteFromList),
  );
  if (!Array.isArray(keys) || others.some(([name]) => !isRetained(name))) {
    throw badRequest('invalid patch format of retainKeys');
  }
  return Object.fromEntries(Object.entries(target).filter(([name]) => isRetained(name)));
}

/** Merges a list, and sorts the result by `$setElementOrder`. Returns `undefined` if there is no list. */
function orderedList(
  location: PatchLocation,
  target: unknown,
  patch: unknown,
  order: unknown,
): readonly unknown[] | undefined {
  const [list, changes, wanted] = [listIn(target), listIn(patch), listIn(order) ?? []];
  if (list === undefined && changes === undefined) return undefined;
  const { key } = strategyOf(location.schema);
  checkOrder(changes ?? [], wanted, key);
  const merged = mergeValue(location, list, changes ?? []);
  return orderedBy(changes === undefined ? (list ?? []) : (listIn(merged) ?? []), wanted, list ?? [], key);
}

/**
 * Checks that the directive `$setElementOrder` contains all items of the patch list, in the same order. Items with
 * `$patch` are ignored.
 */
function checkOrder(changes: readonly unknown[], wanted: readonly unknown[], key: string): void {
  if (wanted.length === 0) return;
  const idOf = (item: unknown): unknown => (key !== '' && isRecord(item) ? item[key] : item);
  let at = 0;
  for (const change of changes) {
    if (isRecord(change) && Object.hasOwn(change, '$patch')) continue;
    while (at < wanted.length && !isSame(idOf(wanted[at]), idOf(change))) at++;
    if (at++ >= wanted.length) {
      throw plainError(
        `The order in patch list:\n${JSON.stringify(changes)}\n doesn't match $setElementOrder list:\n${JSON.stringify(wanted)}\n`,
      );
    }
  }
}

function listIn(value: unknown): readonly unknown[] | undefined {
  if (value === undefined || Array.isArray(value)) return value as readonly unknown[] | undefined;
  throw plainError(
    `expected a []interface {}, but received a ${isRecord(value) ? 'map[string]interface {}' : typeof value}`,
  );
}

function deleteItems(result: Map<string, unknown>, name: string, values: unknown): void {
  const list = result.get(name);
  if (!Array.isArray(list) || !Array.isArray(values)) return;
  const deleted = new Set(values.map(identity));
  result.set(
    name,
    list.filter((item) => !deleted.has(identity(item))),
  );
}

function set(result: Map<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) result.delete(name);
  else result.set(name, value);
}

/** Merges a patch into one value. Returns `undefined` if the patch removes the value. */
function mergeValue(location: PatchLocation, target: unknown, patch: unknown): unknown {
  if (patch === null) return undefined;
  const { schema, repeated } = location;
  const { merges, replaces, key } = strategyOf(schema);
  if (isRecord(target) && isRecord(patch)) return replaces ? patch : mergeMap(location, target, patch);
  if (Array.isArray(target) && Array.isArray(patch)) {
    if (!merges) return patch as readonly unknown[];
    const lists: MergedList = { target, patch, key };
    const ofItems: PatchLocation = { schema: schema?.items, repeated };
    return mergeLists(lists, repeated, (item, change) => mergeMap(ofItems, item, change));
  }
  return withoutDirectives(withoutNulls(patch));
}

interface Strategy {
  /** Whether the patch merges a list item by item instead of replacing the list. */
  readonly merges: boolean;
  /** Whether the patch replaces an object as a whole instead of merging it. */
  readonly replaces: boolean;
  /** The member that identifies an item of the list. Empty for a list of texts, numbers or booleans. */
  readonly key: string;
}

function strategyOf(schema: Schema | undefined): Strategy {
  const strategies = (schema?.['x-kubernetes-patch-strategy'] ?? '').split(',');
  return {
    merges: strategies.includes('merge'),
    replaces: strategies.includes('replace'),
    key: schema?.['x-kubernetes-patch-merge-key'] ?? '',
  };
}

function memberOf({ schema, repeated }: PatchLocation, name: string): PatchLocation {
  return { schema: schema && memberSchema(schema, name), repeated };
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map((item) => (item === null ? item : withoutNulls(item)));
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

/**
 * Removes all directives from a patch value that is new in the object, because a directive has no effect in a new
 * value. Each object that contains `$patch` is removed as a whole.
 */
function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.map(withoutDirectives).filter((item) => item !== undefined);
  }
  if (!isRecord(value)) return value;
  if (own(value, '$patch') !== undefined) return undefined;
  const members = Object.entries(value).map(([name, member]) => [name, withoutDirectives(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}
