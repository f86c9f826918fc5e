import { isRecord } from '../../objects/index.ts';
import { type Json, omit } from '../json.ts';
import { withCappedUpdates } from './cap-updates.ts';
import { asksForReset, entriesOf, managedOf } from './entries.ts';
import type { FieldScope } from './field-scope.ts';
import { union } from './machine/field-set.ts';
import { type Managed, managerId, noManagers } from './machine/managers.ts';
import { updated } from './machine/updater.ts';
import { validate } from './machine/validate.ts';
import { stripped } from './stripped.ts';

/**
 * Returns the managed fields after a write that is not an apply: the writer owns the fields that it changed, other
 * managers keep the rest. A client may send its own managed fields; invalid ones are ignored. An object that does not
 * fit its schema gets no managed fields.
 *
 * @param live - the present object; `undefined` for a new object
 * @param manager - `undefined` for a write of the server itself; a new object of the server gets no managed fields
 * @returns `undefined` for no managed fields at all
 */
export function updatedManagedFields(
  scope: FieldScope,
  live: Json | undefined,
  next: Json,
  manager: string | undefined,
): readonly Json[] | undefined {
  const managed = givenManaged(scope, live, next);
  // An object without managed fields stays without them until the first apply.
  if (managed.managers.size === 0 && (live !== undefined || manager === undefined)) return undefined;
  try {
    return entriesOf(withUpdate(scope, live ?? scope.empty, next, managed, manager));
  } catch {
    return undefined;
  }
}

/** Does the same with managed fields that are already parsed. */
export function withUpdate(
  scope: FieldScope,
  live: Json,
  next: Json,
  managed: Managed,
  manager: string | undefined,
): Managed {
  const { apiVersion, subresource, versions, now } = scope;
  const [before, after] = [withoutManaged(live), withoutManaged(next)];
  if (!scope.isSchemaFixed) checkFit(scope, before);
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

/** The id of the writer until it is known whether the write changes anything. */
const current = 'current-operation';

/**
 * Reads the managed fields from the new object. For a subresource, and if the new object has no valid ones, reads them
 * from the present object.
 */
function givenManaged({ subresource }: FieldScope, live: Json | undefined, next: Json): Managed {
  const given = metadataOf(next)['managedFields'];
  if (subresource !== '') return readable(live);
  if (asksForReset(given)) return noManagers;
  const managed = readable(next);
  return managed.managers.size === 0 ? readable(live) : managed;
}

function readable(object: Json | undefined): Managed {
  try {
    return managedOf(metadataOf(object ?? {})['managedFields']);
  } catch {
    return noManagers;
  }
}

function checkFit({ versions, apiVersion }: FieldScope, object: Json): void {
  const atom = versions.atomOf(apiVersion);
  if (atom === undefined || validate(atom, object, true).length > 0) throw new Error('it fits no schema');
}

/** No manager owns the managed fields themselves. */
function withoutManaged(object: Json): Json {
  const { metadata } = object;
  if (!isRecord(metadata) || metadata['managedFields'] === undefined) return object;
  return { ...object, metadata: omit(metadata, 'managedFields') };
}

export function metadataOf({ metadata }: Json): Json {
  return isRecord(metadata) ? metadata : {};
}
