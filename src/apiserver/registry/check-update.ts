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
 * Limits the size of an object after a patch or an apply, including its managed fields. Without the limit, many writes
 * could make an object larger and larger.
 *
 * @param existing - the object before the write. This object may already be larger than the limit because of the
 * defaults of its CRD. The function accepts a write that does not increase the size.
 * @throws Refusal 413
 */
export function checkGrown(object: unknown, existing?: StoredObject): void {
  checkCount(object, existing);
  const characters = textOf(object);
  if (characters > maxText && characters > textOf(existing)) throw entityTooLarge(maxText);
}

/**
 * Limits only the number of JSON values in an object. Unlike `checkGrown`, the function also works for an object that
 * is nested too deep for recursive functions.
 *
 * @throws Refusal 413
 */
export function checkCount(object: unknown, existing?: StoredObject): void {
  if (oversize(object, maxValues) !== 'too many') return;
  if (existing === undefined || sizeOf(object).values > sizeOf(existing).values) {
    throw tooManyValues('object', maxValues);
  }
}

/**
 * Returns the number of characters in the member names and strings of a value. The function is recursive, so the caller
 * has to check the depth of the value first.
 */
function textOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce((sum, [name, member]) => sum + name.length + textOf(member), 0);
}

/**
 * The maximum number of characters in an object. A request body has at most 3 MiB, and etcd stores at most 1.5 MiB per
 * object. But the defaults of a CRD can make an object larger than its request body.
 */
const maxText = 8 * 1_048_576;

/**
 * Rejects a write to a custom resource whose CRD has been deleted.
 *
 * @throws Refusal 404
 */
export function checkServed({ catalog }: RegistryContext, { group, version, resource }: Resource): void {
  if (catalog.find(group, version, resource) === undefined) throw unknownPath();
}

/**
 * Checks that the name and the namespace of an object are those in the URL.
 *
 * @throws Refusal 400 if the names or the namespaces differ (P78)
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
 * Checks that the namespace in an object, if present, is the namespace in the URL.
 *
 * @throws Refusal 400 if the two namespaces differ
 */
export function checkNamespaceOf({ metadata }: ObjectInput, { namespace }: Pick<Place, 'namespace'>): void {
  const { namespace: given = '' } = metadata;
  if (given !== '' && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/**
 * Checks the resourceVersion and the uid in a write. Rejects a write with an old resourceVersion (optimistic
 * concurrency).
 *
 * @param isPatch - whether the object is the result of a patch or an apply. If true, a different uid is a change of an
 * immutable field. If false, a different uid is a failed precondition.
 * @throws Refusal 409, 422 if a resourceVersion is required, 500 for a resourceVersion that is not a number (P76–P78)
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
    const { group, resource: kind } = resource; // as in the kube-apiserver, `kind` is the plural name in this error
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
 * Rejects a write that would create an object, but contains a uid. A client sends a uid only for an object that exists.
 *
 * @throws Refusal 409
 */
export function checkNew(resource: Resource, { metadata: { name, uid } }: ObjectInput): void {
  if (uid === undefined) return;
  const why = `uid mismatch: the provided object specified uid ${uid as string}, and no existing object was found`;
  throw conflict(resource, String(name), why);
}

/**
 * Checks an update. The update may not change an immutable field, and may not add a finalizer to an object that is
 * being deleted (P91). Also validates the metadata of the object, and the object by the rules of its kind.
 *
 * @param ofPart - further errors that the caller has found in the written subresource
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
      // the kube-apiserver reports this error twice, once by the common rules and once by the rules of the kind
      errors.push(immutable(field, value), immutable(field, value));
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
