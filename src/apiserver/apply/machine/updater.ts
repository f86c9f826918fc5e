import { isSame } from '../../json.ts';
import { compare } from './compare.ts';
import { ConflictsError, conflictsOf } from './conflicts.ts';
import {
  difference,
  type FieldSet,
  intersection,
  isEmptySet,
  noFields,
  recursiveDifference,
  union,
} from './field-set.ts';
import { fieldSetOf } from './field-set-of.ts';
import type { ManagerId, Managers, Ownership } from './managers.ts';
import { merge } from './merge.ts';
import { pruned } from './prune.ts';
import { reconciled } from './reconcile.ts';
import type { Versions } from './versions.ts';

/** The field manager of a write, and the API version of the write. */
export interface Writer {
  readonly id: ManagerId;
  readonly apiVersion: string;
}

/**
 * Returns the field managers after an update. The writer becomes the owner of the fields that changed. Works like
 * `Updater.Update` in structured-merge-diff.
 */
export function updated(
  versions: Versions,
  live: unknown,
  next: unknown,
  managers: Managers,
  { id, apiVersion }: Writer,
): Managers {
  const known = reconciledManagers(versions, managers, apiVersion);
  const { managers: left, comparison } = taken(versions, live, next, known, { id, apiVersion }, true);
  const before = difference(left.get(id)?.set ?? new Map(), comparison.removed);
  const set = union(before, comparison.changed);
  return withOwner(left, id, { set: reached(versions, apiVersion, set), apiVersion, applied: false });
}

/** The result of an apply. `object` is `undefined` if the apply changes nothing. */
export interface Applied {
  readonly object: unknown;
  readonly managers: Managers;
}

/**
 * Applies a configuration to an object. Removes the fields that the applier applied last time and omits now, if no
 * other manager owns the fields. Works like `Updater.Apply` in structured-merge-diff.
 *
 * @throws ConflictsError if `force` is `false` and the apply would change fields of other managers
 */
export function applied(
  versions: Versions,
  live: unknown,
  configuration: unknown,
  managers: Managers,
  { id, apiVersion }: Writer,
  force: boolean,
): Applied {
  const atom = versions.atomOf(apiVersion);
  if (atom === undefined) throw new Error(`no corresponding type for ${apiVersion}`);
  const known = reconciledManagers(versions, managers, apiVersion);
  const merged = merge(atom, live, configuration);
  const set = reached(versions, apiVersion, fieldSetOf(atom, configuration));
  const claimed = new Map(known).set(id, { set, apiVersion, applied: true });
  const object = pruned(versions, merged, claimed, known.get(id));
  const { managers: left } = taken(versions, live, object, claimed, { id, apiVersion }, force);
  return { object: isSame(live, object) ? undefined : object, managers: left };
}

/** Removes the changed fields from all field managers except the writer. */
function taken(
  versions: Versions,
  live: unknown,
  next: unknown,
  managers: Managers,
  { id, apiVersion }: Writer,
  force: boolean,
): { readonly managers: Managers; readonly comparison: Changes } {
  const compareIn = comparing(versions, live, next);
  const comparison = compareIn(apiVersion) ?? { removed: noFields, changed: noFields };
  const conflicts = new Map<ManagerId, FieldSet>();
  const left = new Map<ManagerId, Ownership>();
  for (const [manager, ownership] of managers) {
    if (manager === id) {
      if (!isEmptySet(ownership.set)) left.set(manager, ownership);
      continue;
    }
    const changes = compareIn(ownership.apiVersion);
    if (changes === undefined) continue; // the server no longer serves the API version of the manager
    const lost = intersection(ownership.set, changes.changed);
    if (!isEmptySet(lost)) conflicts.set(manager, lost);
    const set = difference(difference(ownership.set, lost), changes.removed);
    if (!isEmptySet(set)) left.set(manager, set === ownership.set ? ownership : { ...ownership, set });
  }
  if (!force && conflicts.size > 0) throw new ConflictsError(conflictsOf(conflicts));
  return { managers: left, comparison };
}

/** The fields that differ between two states of an object. */
interface Changes {
  readonly removed: FieldSet;
  /**
   * The modified fields and the added fields in one set. The function computes the union once, because thousands of
   * field managers can need the union.
   */
  readonly changed: FieldSet;
}

/**
 * Returns a function that compares two states of an object by the schema of a version. The result omits the fields that
 * the write resets. The function compares once per version.
 */
function comparing(
  versions: Versions,
  live: unknown,
  next: unknown,
): (apiVersion: string) => Changes | undefined {
  const known = new Map<string, Changes | undefined>();
  return (apiVersion) => {
    if (known.has(apiVersion)) return known.get(apiVersion);
    const atom = versions.atomOf(apiVersion);
    const all = atom === undefined ? undefined : compare(atom, live, next);
    const changes = all && {
      removed: reached(versions, apiVersion, all.removed),
      changed: reached(versions, apiVersion, union(all.modified, all.added)),
    };
    known.set(apiVersion, changes);
    return changes;
  };
}

function reached(versions: Versions, apiVersion: string, set: FieldSet): FieldSet {
  const reset = versions.resetFields(apiVersion);
  return reset === undefined ? set : recursiveDifference(set, reset);
}

function withOwner(managers: Managers, id: ManagerId, ownership: Ownership): Managers {
  const result = new Map(managers);
  if (isEmptySet(ownership.set)) result.delete(id);
  else result.set(id, ownership);
  return result;
}

/**
 * Adapts the fields of each field manager to the current schemas. A write compares the whole object by the schema of
 * each version, so the function limits the number of versions. If there are too many versions, the function drops the
 * managers of the further versions. The function also drops the managers of versions that the server no longer serves.
 *
 * @param apiVersion - the version of the write; the function always keeps the managers of the version of the write
 */
function reconciledManagers(versions: Versions, managers: Managers, apiVersion: string): Managers {
  const kept = new Set([apiVersion]);
  const result = new Map<ManagerId, Ownership>();
  for (const [id, ownership] of managers) {
    const atom = versions.atomOf(ownership.apiVersion);
    if (atom === undefined || (kept.size === maxVersions && !kept.has(ownership.apiVersion))) continue;
    kept.add(ownership.apiVersion);
    const set = reconciled(atom, ownership.set);
    result.set(id, set === ownership.set ? ownership : { ...ownership, set });
  }
  return result;
}

/**
 * The maximum number of API versions among the field managers of one object. For each version, a write compares the
 * whole object. One comparison of an object of 20,000 values takes up to 50 ms.
 */
const maxVersions = 8;
