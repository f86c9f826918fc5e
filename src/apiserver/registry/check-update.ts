import type { StoredObject } from '../json.ts';
import { maxValues, oversize, sizeOf } from '../json-size.ts';
import { revisionOf } from '../query/resource-version.ts';
import { finalizersOf, type Resource } from '../resources/resource.ts';
import { type FieldError, fieldForbidden, fieldInvalid, invalid } from '../status/invalid.ts';
import {
  badRequest,
  conflict,
  entityTooLarge,
  unknownPath,
  plainError,
  tooManyValues,
} from '../status/refusals.ts';
import type { Place, RegistryContext } from './context.ts';
import { objectErrors } from './object-errors.ts';
import type { ObjectInput } from './object-input.ts';

/**
 * Limits the size of an object that patches and applies change again and again. Its managed fields count too.
 *
 * @param existing - the object before the write. Defaults of its definition may have made it larger than the limit. An
 * update that does not make it larger passes
 * @throws Refusal 413
 */
export function checkGrown(object: unknown, existing?: StoredObject): void {
  checkCount(object, existing);
  const characters = textOf(object);
  if (characters > maxText && characters > textOf(existing)) throw entityTooLarge(maxText);
}

/**
 * Limits only the number of values. Works also for an object that is nested too deep.
 *
 * @throws Refusal 413
 */
export function checkCount(object: unknown, existing?: StoredObject): void {
  if (oversize(object, maxValues) !== 'too many') return;
  if (existing === undefined || sizeOf(object).values > sizeOf(existing).values) {
    throw tooManyValues('object', maxValues);
  }
}

/** Returns the number of characters in the names and texts of a value. The value must not be nested too deep. */
function textOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + textOf(member), 0);
}

/**
 * The most characters. A body has at most 3 MiB, and etcd stores at most 1.5 MiB, but defaults of a definition can make
 * an object larger.
 */
const maxText = 8 * 1_048_576;

/**
 * Rejects a write if its definition of custom resources has been deleted.
 *
 * @throws Refusal 404
 */
export function checkServed({ catalog }: RegistryContext, { group, version, resource }: Resource): void {
  if (catalog.find(group, version, resource) === undefined) throw unknownPath();
}

/**
 * Checks that the name and the namespace of the object are those of the URL.
 *
 * @throws Refusal 400 if they differ (P78)
 */
export function checkIdentity(object: ObjectInput, place: Place): void {
  const { name } = place;
  const { name: givenName = '' } = object.metadata;
  if (givenName === '') {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    );
  }
  if (givenName !== name) {
    throw badRequest(
      `the name of the object (${String(givenName)}) does not match the name on the URL (${name})`,
    );
  }
  checkNamespaceOf(object, place);
}

/**
 * Checks that the namespace of the object is that of the URL.
 *
 * @throws Refusal 400 if it differs
 */
export function checkNamespaceOf({ metadata }: ObjectInput, { namespace }: Pick<Place, 'namespace'>): void {
  const { namespace: given = '' } = metadata;
  if (given !== '' && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/**
 * Checks the resourceVersion (optimistic concurrency) and the uid of a write. Rejects a write with an old
 * resourceVersion.
 *
 * @param isPatch - whether a patch or an apply made the object. Then another uid is a change of an immutable field,
 * which the server reports twice, and not a failed precondition
 *
 * @throws Refusal 409, 422 if a resourceVersion is required, or 500 for one that is not a number (P76–P78)
 */
export function checkVersion(
  resource: Resource,
  { metadata: old }: StoredObject,
  { metadata }: ObjectInput,
  isPatch = false,
): void {
  const { uid = old.uid, resourceVersion = '' } = metadata;
  if (uid !== old.uid) {
    if (isPatch) throw invalid(resource, old.name, [immutable('uid', uid), immutable('uid', uid)]);
    const why = `Precondition failed: UID in precondition: ${String(uid)}, UID in object meta: ${old.uid}`;
    throw conflict(resource, old.name, why);
  }
  if (resourceVersion === '' || resourceVersion === '0') {
    if (resource.unconditionalUpdate) return;
    const why = 'must be specified for an update';
    const { group, resource: kind } = resource; // in this error only, `kind` is the plural name
    throw invalid({ group, kind }, old.name, [fieldInvalid('metadata.resourceVersion', 0, why)]);
  }
  if (revisionOf(String(resourceVersion)) === undefined) {
    throw plainError(`strconv.ParseUint: parsing ${JSON.stringify(resourceVersion)}: invalid syntax`);
  }
  if (resourceVersion !== old.resourceVersion) {
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    throw conflict(resource, old.name, why);
  }
}

/**
 * Rejects a new object with a uid. A client that sends a uid means an existing object.
 *
 * @throws Refusal 409
 */
export function checkNew(resource: Resource, { metadata: { name, uid } }: ObjectInput): void {
  if (uid === undefined) return;
  const why = `uid mismatch: the provided object specified uid ${uid as string}, and no existing object was found`;
  throw conflict(resource, String(name), why);
}

/**
 * Checks that an update changes no immutable field and adds no finalizer to an object that is being deleted (P91).
 * Checks the rest of the object too.
 *
 * @param ofPart - the errors by the rules of the written part
 * @throws Refusal 422
 */
export function checkMetadata(
  resource: Resource,
  existing: StoredObject,
  given: ObjectInput,
  next: ObjectInput,
  ofPart: readonly FieldError[] = [],
): void {
  const errors = [
    ...frozenErrors(existing, given, next),
    ...objectErrors(resource, next, existing),
    ...ofPart,
  ];
  if (errors.length > 0) throw invalid(resource, existing.metadata.name, errors);
}

const immutable = (field: string, value: unknown): FieldError =>
  fieldInvalid(`metadata.${field}`, value, 'field is immutable');

function frozenErrors(existing: StoredObject, given: ObjectInput, next: ObjectInput): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    const value = given.metadata[field];
    if (value !== undefined && value !== existing.metadata[field]) {
      errors.push(immutable(field, value), immutable(field, value)); // twice: by the common rules and those of the kind
    }
  }
  if (existing.metadata.deletionTimestamp !== undefined) {
    const known = new Set(existing.metadata.finalizers);
    const more = finalizersOf(next).filter((one) => !known.has(one));
    if (more.length > 0) {
      const list = more.map((one) => JSON.stringify(one)).join(', ');
      const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(fieldForbidden('metadata.finalizers', why));
    }
  }
  return errors;
}
