import type { StoredObject } from '../json.ts';
import { mostValues, oversize, sizeOf } from '../json-size.ts';
import { revisionOf } from '../query/resource-version.ts';
import { finalizersOf, type Resource } from '../resources/resource.ts';
import { type FieldError, fieldForbidden, fieldInvalid, invalid } from '../status/invalid.ts';
import {
  badRequest,
  conflict,
  entityTooLarge,
  nothingHere,
  plainError,
  tooManyValues,
} from '../status/refusals.ts';
import type { Place, RegistryContext } from './context.ts';
import { objectErrors } from './object-errors.ts';
import type { ObjectInput } from './object-input.ts';

/**
 * Bounds what patches and applies make of an object one after the other, with its managed fields.
 *
 * @param existing - the object before, which may be larger than the bounds by the defaults of its definition; an update that
 *   makes it no larger passes
 * @throws Refusal 413
 */
export function checkGrown(object: unknown, existing?: StoredObject): void {
  checkCount(object, existing);
  const characters = textOf(object);
  if (characters > mostText && characters > textOf(existing)) throw entityTooLarge(mostText);
}

/**
 * The same of the values alone, of an object that may be too deep.
 *
 * @throws Refusal 413
 */
export function checkCount(object: unknown, existing?: StoredObject): void {
  if (oversize(object, mostValues) !== 'too many') return;
  if (existing === undefined || sizeOf(object).values > sizeOf(existing).values) {
    throw tooManyValues('object', mostValues);
  }
}

/** The characters in the names and texts of a value that is not too deep. */
function textOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + textOf(member), 0);
}

/** Characters. A body has 3 MiB, and etcd takes 1.5 MiB; defaults of a definition can make more of it. */
const mostText = 8 * 1_048_576;

/**
 * Refuses a write that a definition of custom resources has been deleted under.
 *
 * @throws Refusal 404
 */
export function checkServed({ catalog }: RegistryContext, { group, version, resource }: Resource): void {
  if (catalog.find(group, version, resource) === undefined) throw nothingHere();
}

/** @throws Refusal 400 when the object is not the one of the URL (P78) */
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

/** @throws Refusal 400 when the object names another namespace than the URL */
export function checkNamespaceOf({ metadata }: ObjectInput, { namespace }: Pick<Place, 'namespace'>): void {
  const { namespace: given = '' } = metadata;
  if (given !== '' && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/**
 * Optimistic concurrency: who writes on the ground of an old version is told so.
 *
 * @param isPatch - a patch has no object in mind that it could miss: it would change the uid, which is told twice
 *
 * @throws Refusal 409, 422 where a version must be given, or 500 for one that is no number (P76–P78)
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
    const { group, resource: kind } = resource; // the plural, here alone
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
 * Whoever means an object by its uid does not mean a new one.
 *
 * @throws Refusal 409
 */
export function checkNew(resource: Resource, { metadata: { name, uid } }: ObjectInput): void {
  if (uid === undefined) return;
  const why = `uid mismatch: the provided object specified uid ${uid as string}, and no existing object was found`;
  throw conflict(resource, String(name), why);
}

/**
 * What no update may change, that nothing new may hold what is being deleted (P91), and all that may be wrong with an
 * object anyway.
 *
 * @param ofPart - what is wrong by the rules of the part that is written
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
      errors.push(immutable(field, value), immutable(field, value)); // by the rules of all objects, and of the kind
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
