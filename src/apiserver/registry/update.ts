import { isSame, omit, type StoredObject } from '../json.ts';
import { finalizersOf, type Resource } from '../resources/resource.ts';
import { type FieldError, fieldForbidden, fieldInvalid, invalid } from '../status/invalid.ts';
import { badRequest, conflict, notFound } from '../status/refusals.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { create } from './create.ts';
import { finishNamespace, isNamespaces } from './namespace-lifecycle.ts';
import { type ObjectInput, objectInput } from './object-input.ts';
import { removeObject } from './remove-object.ts';

/** How an object is updated. */
export interface UpdateOptions {
  readonly dryRun?: boolean;
  /** Writes the status alone. */
  readonly subresource?: 'status';
}

/** The state after a write; `created` where a PUT made the object. */
export interface Written {
  readonly object: StoredObject;
  readonly created: boolean;
}

/**
 * Replaces an object (k8s-protocol §1.12): a write that changes nothing keeps the version and tells nobody (P79), and
 * one that takes the last finalizer off an object that is being deleted removes it (P91).
 *
 * @throws Refusal 400, 404, 409, 422 (P76–P78, P91)
 */
export function update(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  body: unknown,
  options: UpdateOptions = {},
): Written {
  const { dryRun = false, subresource } = options;
  const object = objectInput(resource, body);
  checkIdentity(object, place);
  const existing = find(context, resource, place);
  if (existing === undefined) {
    if (!resource.createOnUpdate || subresource !== undefined) throw notFound(resource, place.name);
    return { object: create(context, resource, place.namespace, body, { dryRun }), created: true };
  }

  checkVersion(resource, existing, object);
  const next = merged(resource, existing, object, subresource);
  const errors = metadataErrors(existing, object, next);
  if (errors.length > 0) throw invalid(resource, place.name, errors);
  if (isSame(next, existing)) return { object: existing, created: false };
  if (isFinished(resource, next)) {
    if (!dryRun) removeObject(context, resource, place);
    return { object: next as unknown as StoredObject, created: false };
  }
  const stored = store(context, resource, place, next, dryRun);
  if (isNamespaces(resource)) finishNamespace(context, place.name);
  return { object: stored, created: false };
}

function checkIdentity({ metadata }: ObjectInput, { namespace, name }: Place): void {
  const { name: givenName = '', namespace: givenNamespace = '' } = metadata;
  if (givenName !== name) {
    throw badRequest(
      `the name of the object (${String(givenName)}) does not match the name on the URL (${name})`,
    );
  }
  if (givenNamespace !== '' && givenNamespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  }
}

/** Optimistic concurrency: who writes on the ground of an old version is told so (P76, P77, P78). */
function checkVersion(resource: Resource, { metadata: old }: StoredObject, { metadata }: ObjectInput): void {
  const { uid = old.uid, resourceVersion = '' } = metadata;
  if (uid !== old.uid) {
    const why = `Precondition failed: UID in precondition: ${String(uid)}, UID in object meta: ${old.uid}`;
    throw conflict(resource, old.name, why);
  }
  if (resourceVersion === '' || resourceVersion === '0') {
    if (resource.unconditionalUpdate) return;
    const why = 'must be specified for an update';
    throw invalid(resource, old.name, [fieldInvalid('metadata.resourceVersion', 0, why)]);
  }
  if (resourceVersion !== old.resourceVersion) {
    const why = 'the object has been modified; please apply your changes to the latest version and try again';
    throw conflict(resource, old.name, why);
  }
}

/** The next state: the client's part of the new one, the server's part of the old (P84). */
function merged(
  resource: Resource,
  existing: StoredObject,
  object: ObjectInput,
  subresource: 'status' | undefined,
): ObjectInput {
  const metadata = { ...object.metadata, ...kept(existing) };
  if (subresource === 'status') {
    const next = { ...omit(existing, 'status'), metadata: resource.builtIn ? metadata : existing.metadata };
    return (object['status'] === undefined
      ? next
      : { ...next, status: object['status'] }) as unknown as ObjectInput;
  }

  const { status, ...rest } = object;
  const kind = resource.onUpdate({ ...rest, metadata }, existing);
  const nextStatus = resource.status ? existing['status'] : status;
  const next = (nextStatus === undefined ? kind : { ...kind, status: nextStatus }) as ObjectInput;
  if (!resource.generation || sameBut(resource, next, existing)) return next;
  return { ...next, metadata: { ...metadata, generation: (existing.metadata.generation ?? 0) + 1 } };
}

/** The members of the metadata that no update changes. */
function kept({ metadata }: StoredObject): Partial<StoredObject['metadata']> {
  const {
    uid,
    resourceVersion,
    generation,
    creationTimestamp,
    deletionTimestamp,
    deletionGracePeriodSeconds,
  } = metadata;
  const all = { namespace: metadata.namespace, uid, resourceVersion, generation, creationTimestamp };
  const deletion = { deletionTimestamp, deletionGracePeriodSeconds };
  return Object.fromEntries(
    Object.entries({ ...all, ...deletion }).filter(([, value]) => value !== undefined),
  );
}

/** Whether all is the same outside of metadata and, where that is written apart, status. */
function sameBut({ status }: Resource, next: ObjectInput, existing: StoredObject): boolean {
  const apart = status ? ['metadata', 'status'] : ['metadata'];
  return isSame(omit(next, ...apart), omit(existing, ...apart));
}

function metadataErrors(existing: StoredObject, given: ObjectInput, next: ObjectInput): FieldError[] {
  const errors: FieldError[] = [];
  for (const field of ['creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const) {
    const value = given.metadata[field];
    if (value !== undefined && value !== existing.metadata[field]) {
      errors.push(fieldInvalid(`metadata.${field}`, value, 'field is immutable'));
    }
  }
  if (existing.metadata.deletionTimestamp !== undefined) {
    const more = finalizersOf(next).filter((one) => !(existing.metadata.finalizers ?? []).includes(one));
    if (more.length > 0) {
      const list = more.map((one) => JSON.stringify(one)).join(', ');
      const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`;
      errors.push(fieldForbidden('metadata.finalizers', why));
    }
  }
  return errors;
}

/** Nothing holds it any more: neither a finalizer nor the time it was given to end. */
function isFinished(resource: Resource, object: ObjectInput): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds: grace = 0 } = object.metadata;
  return deletionTimestamp !== undefined && grace === 0 && resource.finalizersOf(object).length === 0;
}
