import type { Atom } from './atom.ts';
import { difference, type FieldSet, intersection, isEmptySet, union, unionOf } from './field-set.ts';
import { fieldSetOf } from './field-set-of.ts';
import type { Managers, Ownership } from './managers.ts';
import { withNamedFields } from './named-fields.ts';
import { removeItems } from './remove-items.ts';
import type { Versions } from './versions.ts';

/**
 * Removes the fields that the applier applied last time and omits now. A field remains if another manager owns the
 * field. Works like `Updater.prune` in structured-merge-diff.
 *
 * @param managers - all managers; the fields of the applier are the fields of its new configuration
 * @param last - the fields that the applier owned before the apply
 */
export function pruned(
  versions: Pick<Versions, 'atomOf'>,
  merged: unknown,
  managers: Managers,
  last: Ownership | undefined,
): unknown {
  if (last === undefined || isEmptySet(last.set)) return merged;
  const atom = versions.atomOf(last.apiVersion);
  if (atom === undefined) return merged;
  const without = removeItems(atom, merged, withNamedFields(atom, last.set));
  const owned = withOwned(versions, merged, without, last.apiVersion, managers);
  return withDangling(atom, merged, owned, last.set);
}

/**
 * Restores each removed field that a field manager owns. The applier also counts as a field manager, with the fields of
 * its new configuration.
 */
function withOwned(
  versions: Pick<Versions, 'atomOf'>,
  merged: unknown,
  without: unknown,
  lastVersion: string,
  managers: Managers,
): unknown {
  const byVersion = new Map<string, FieldSet[]>();
  for (const { apiVersion, set } of managers.values()) {
    const sets = byVersion.get(apiVersion);
    if (sets === undefined) byVersion.set(apiVersion, [set]);
    else sets.push(set);
  }
  const others = [...byVersion.keys()].filter((version) => version !== lastVersion);
  let result = without;
  for (const version of [lastVersion, ...others]) {
    const atom = versions.atomOf(version);
    const sets = byVersion.get(version);
    if (atom === undefined || sets === undefined) continue;
    const named = (set: FieldSet): FieldSet => withNamedFields(atom, set);
    const kept = union(named(fieldSetOf(atom, result)), named(unionOf(sets)));
    result = removeItems(atom, merged, difference(named(fieldSetOf(atom, merged)), kept));
  }
  return result;
}

/**
 * Removes fields from the merged object, and returns the result. The function removes a field if the applier owned the
 * field before the apply, and no field manager owns the field now. Fields that had no owner before the apply remain.
 */
function withDangling(atom: Atom, merged: unknown, owned: unknown, last: FieldSet): unknown {
  const named = (set: FieldSet): FieldSet => withNamedFields(atom, set);
  const gone = difference(named(fieldSetOf(atom, merged)), named(fieldSetOf(atom, owned)));
  return removeItems(atom, merged, intersection(gone, named(last)));
}
