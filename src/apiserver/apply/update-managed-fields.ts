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
 * Returns the managed fields after a write that is not an apply. The writer becomes the owner of the fields that the
 * write changed. All other managers keep the fields that did not change. The request can contain managed fields; the
 * function ignores invalid managed fields. An object that does not fit its schema has no managed fields. A new object
 * that the server itself writes has no managed fields.
 *
 * @param live - the stored object; `undefined` for a new object
 * @param manager - the name of the manager; `undefined` if the server itself writes the object
 * @returns `undefined` if the object has no managed fields
 */
export function updatedManagedFields(
  scope: FieldScope,
  live: Json | undefined,
  next: Json,
  manager: string | undefined,
): readonly Json[] | undefined {
  const managed = givenManaged(scope, live, next);
  // An update adds no managed fields to a stored object without managed fields. Only an apply adds managed fields to
  // such an object.
  if (managed.managers.size === 0 && (live !== undefined || manager === undefined)) return undefined;
  try {
    return entriesOf(withUpdate(scope, live ?? scope.empty, next, managed, manager));
  } catch {
    return undefined;
  }
}

/**
 * Returns the managed fields after a write, as {@link updatedManagedFields} does. The given managed fields are already
 * parsed.
 *
 * @throws Error for an object that does not fit its schema
 */
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

/**
 * The temporary id of the writer. If the write changes fields, `withUpdate` replaces the temporary id by the final id.
 */
const current = 'current-operation';

/**
 * Returns the managed fields before the write. For a write of the object, the function reads the managed fields of the
 * new object. For a write of a subresource, or if the new object has no valid managed fields, the function reads the
 * managed fields of the stored object.
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

/** Returns an object without its managed fields, because no manager owns `metadata.managedFields`. */
function withoutManaged(object: Json): Json {
  const { metadata } = object;
  if (!isRecord(metadata) || metadata['managedFields'] === undefined) return object;
  return { ...object, metadata: omit(metadata, 'managedFields') };
}

export function metadataOf({ metadata }: Json): Json {
  return isRecord(metadata) ? metadata : {};
}
