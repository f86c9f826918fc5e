import { isSame, type Json } from '../json.ts';
import { applyConflict, badRequest, plainError } from '../status/refusals.ts';
import { entriesOf, managedOf } from './entries.ts';
import type { FieldScope } from './field-scope.ts';
import { allowedByLastApplied, withLastApplied } from './last-applied.ts';
import { conflictCauses, ConflictsError } from './machine/conflicts.ts';
import { difference, fieldSet, hasField, isEmptySet } from './machine/field-set.ts';
import { type Managed, managerId, noManagers } from './machine/managers.ts';
import { applied } from './machine/updater.ts';
import { errorText, validate } from './machine/validate.ts';
import { stripped } from './stripped.ts';
import { metadataOf, withUpdate } from './update-managed-fields.ts';

/** The applied configuration, and the field manager that applies the configuration. */
export interface Configuration {
  readonly object: Json;
  readonly manager: string;
  /** If `force` is `true`, the field manager takes over fields that other managers own. */
  readonly force: boolean;
}

/**
 * Performs a server-side apply. Returns the object after the apply, with updated managed fields.
 *
 * @param live - the stored object; `undefined` if the apply creates the object
 * @throws Refusal 400 for a configuration of the wrong type or with managed fields
 * @throws Refusal 409 for fields that other managers own (P87)
 * @throws Refusal 500 for an object that does not fit the schema
 */
export function applyConfiguration(
  scope: FieldScope,
  live: Json | undefined,
  configuration: Configuration,
): Json {
  const { object, manager } = configuration;
  checkType(scope, object);
  const there = live ?? scope.empty;
  const managed = managedHere(scope, there);
  try {
    const result = upgraded(scope, there, configuration, managed);
    const next = manager === kubectl ? withLastApplied(result.object, object) : result.object;
    return withManaged(next, result.managed);
  } catch (error) {
    if (error instanceof ConflictsError) throw refusalOf(error);
    throw error;
  }
}

/**
 * The name that kubectl uses as the default field manager. For this field manager, the server also reads and updates
 * the annotation in which a client-side apply of kubectl has stored the configuration.
 */
const kubectl = 'kubectl';

interface Result {
  readonly object: Json;
  readonly managed: Managed;
}

/**
 * Applies the configuration. If the field manager is kubectl, a field from an earlier client-side apply causes no
 * conflict. The reason: the client-side apply may have used another manager name, and the manager with this name then
 * owns the field.
 */
function upgraded(scope: FieldScope, live: Json, configuration: Configuration, managed: Managed): Result {
  try {
    return owned(scope, live, configuration, managed);
  } catch (error) {
    if (!(error instanceof ConflictsError) || configuration.manager !== kubectl) throw error;
    const allowed = allowedByLastApplied(scope, live);
    if (allowed === undefined) throw error;
    const { conflicts } = error;
    if (isEmptySet(difference(fieldSet(...conflicts.map(({ path }) => path)), allowed))) {
      return owned(scope, live, { ...configuration, force: true }, managed);
    }
    throw new ConflictsError(conflicts.filter(({ path }) => !hasField(allowed, path)));
  }
}

/**
 * Applies the configuration. At the first apply, the field manager `before-first-apply` becomes the owner of all
 * existing fields.
 */
function owned(scope: FieldScope, live: Json, configuration: Configuration, managed: Managed): Result {
  const known =
    managed.managers.size > 0
      ? managed
      : withUpdate(scope, scope.empty, live, noManagers, 'before-first-apply');
  return applyTo(scope, live, configuration, known);
}

function applyTo(scope: FieldScope, live: Json, configuration: Configuration, managed: Managed): Result {
  const { apiVersion, versions, subresource, now } = scope;
  const { object, manager, force } = configuration;
  checkConfiguration(scope, object, live);
  const id = managerId({ manager, operation: 'Apply', subresource });
  const result = applied(versions, live, object, managed.managers, { id, apiVersion }, force);
  const managers = stripped(result.managers, id);
  if (result.object === undefined) return { object: live, managed: { managers, times: managed.times } };
  return { object: result.object as Json, managed: { managers, times: new Map(managed.times).set(id, now) } };
}

function checkType({ apiVersion, kind }: FieldScope, object: Json): void {
  const { apiVersion: givenVersion = '', kind: givenKind = '' } = object;
  if (givenVersion === apiVersion && givenKind === kind) return;
  throw badRequest(`invalid object type: ${typeText(String(givenVersion), String(givenKind))}`);
}

/** Formats a GroupVersionKind as Go prints the type. */
const typeText = (apiVersion: string, kind: string): string =>
  `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;

function checkConfiguration({ versions, apiVersion }: FieldScope, object: Json, live: Json): void {
  const metadata = metadataOf(object);
  if (metadata['managedFields'] !== undefined && metadata['managedFields'] !== null) {
    throw badRequest('metadata.managedFields must be nil');
  }
  const atom = versions.atomOf(apiVersion);
  const wrong = atom === undefined ? [] : validate(atom, object, false);
  if (wrong.length > 0) throw unfit('failed to create typed patch object', object, errorText(wrong));
  const wrongLive = atom === undefined ? [] : validate(atom, live, true);
  if (wrongLive.length > 0) throw unfit('failed to create typed live object', live, errorText(wrongLive));
}

function unfit(what: string, object: Json, why: string): Error {
  const { name = '', namespace = '' } = metadataOf(object);
  const type = typeText(String(object['apiVersion']), String(object['kind']));
  return plainError(`${what} (${String(namespace)}/${String(name)}; ${type}): ${why}`);
}

function managedHere({ kind }: FieldScope, live: Json): Managed {
  try {
    return managedOf(metadataOf(live)['managedFields']);
  } catch (error) {
    throw plainError(
      `failed to decode managed fields: ${kind}: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** Returns the object with the given managed fields. Returns the same object if the managed fields do not change. */
function withManaged(object: Json, managed: Managed): Json {
  const entries = entriesOf(managed);
  const { managedFields, ...metadata } = metadataOf(object);
  if (isSame(managedFields, entries)) return object;
  return { ...object, metadata: entries === undefined ? metadata : { ...metadata, managedFields: entries } };
}

function refusalOf({ message, conflicts }: ConflictsError): Error {
  return applyConflict(message, conflictCauses(conflicts));
}
