import { isRecord } from '../../objects/index.ts';
import { type Json, omit } from '../json.ts';
import { withCappedUpdates } from './cap-updates.ts';
import { asksForReset, entriesOf, managedOf } from './entries.ts';
import type { FieldScope } from './field-scope.ts';
import { union } from './machine/field-set.ts';
import { type Managed, managerId, nobody } from './machine/managers.ts';
import { updated } from './machine/updater.ts';
import { validate } from './machine/validate.ts';
import { stripped } from './stripped.ts';

/**
 * The managed fields after a write that is no apply: the writer owns what it has changed, all others what is left. A
 * client may bring its own; those that cannot be read count as none. What fits no schema is owned by nobody.
 *
 * @param live - what is there; `undefined` for a new object
 * @param manager - `undefined` is whoever works inside the server: a new object of its own is not kept track of
 * @returns `undefined` for no managed fields at all
 */
export function updatedManagedFields(
  scope: FieldScope,
  live: Json | undefined,
  next: Json,
  manager: string | undefined,
): readonly Json[] | undefined {
  const managed = givenManaged(scope, live, next);
  // Nobody has owned anything so far: that is found out at the first apply.
  if (managed.managers.size === 0 && (live !== undefined || manager === undefined)) return undefined;
  try {
    return entriesOf(withUpdate(scope, live ?? scope.empty, next, managed, manager));
  } catch {
    return undefined;
  }
}

/** The same, of what was read already. */
export function withUpdate(
  scope: FieldScope,
  live: Json,
  next: Json,
  managed: Managed,
  manager: string | undefined,
): Managed {
  const { apiVersion, subresource, versions, now } = scope;
  const [before, after] = [withoutManaged(live), withoutManaged(next)];
  if (!scope.settled) checkFit(scope, before);
  checkFit(scope, after);
  const writer = { id: current, apiVersion };
  const managers = new Map(stripped(updated(versions, before, after, managed.managers, writer), current));
  const taken = managers.get(current);
  if (taken === undefined) return withCappedUpdates({ managers, times: managed.times });

  managers.delete(current);
  const id = managerId({
    manager: manager === undefined || manager === '' ? 'unknown' : manager,
    operation: 'Update',
    apiVersion,
    subresource,
  });
  const previous = managers.get(id);
  managers.set(id, previous === undefined ? taken : { ...taken, set: union(taken.set, previous.set) });
  return withCappedUpdates({ managers, times: new Map(managed.times).set(id, now) });
}

/** Who writes, as long as it is not known whether anything changes. */
const current = 'current-operation';

/** Of the new object; of the old one for a subresource, and where the new one has none that can be read. */
function givenManaged({ subresource }: FieldScope, live: Json | undefined, next: Json): Managed {
  const given = metadataOf(next)['managedFields'];
  if (subresource !== '') return readable(live);
  if (asksForReset(given)) return nobody;
  const managed = readable(next);
  return managed.managers.size === 0 ? readable(live) : managed;
}

function readable(object: Json | undefined): Managed {
  try {
    return managedOf(metadataOf(object ?? {})['managedFields']);
  } catch {
    return nobody;
  }
}

function checkFit({ versions, apiVersion }: FieldScope, object: Json): void {
  const atom = versions.atomOf(apiVersion);
  if (atom === undefined || validate(atom, object, true).length > 0) throw new Error('it fits no schema');
}

/** The fields of the managed fields are nobody's. */
function withoutManaged(object: Json): Json {
  const { metadata } = object;
  if (!isRecord(metadata) || metadata['managedFields'] === undefined) return object;
  return { ...object, metadata: omit(metadata, 'managedFields') };
}

export function metadataOf({ metadata }: Json): Json {
  return isRecord(metadata) ? metadata : {};
}
