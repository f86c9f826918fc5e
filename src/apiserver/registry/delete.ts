import { type Json, omit, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { conflict, notFound } from '../status/refusals.ts';
import { shownText } from '../status/shown-value.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { timestamp } from './identity.ts';
import { checkDeletable, contentsOf, finishNamespace, isNamespaces } from './namespace-lifecycle.ts';
import { type PropagationPolicy, withPolicy } from './propagation-policy.ts';
import { removeObject } from './remove-object.ts';

/**
 * Options of a delete: the supported part of `metav1.DeleteOptions`.
 *
 * @example
 * ```ts
 * const now: DeleteOptions = { gracePeriodSeconds: 0, propagationPolicy: 'Foreground' };
 * ```
 */
export interface DeleteOptions {
  /**
   * The grace period in seconds. The default is the grace period in the spec of the pod. For other kinds, the value is
   * ignored.
   */
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
  /**
   * The policy for the objects that the deleted object owns. By default, the server deletes the owned objects after the
   * owner. A finalizer of the owner may select another policy.
   */
  readonly propagationPolicy?: PropagationPolicy;
}

/**
 * The result of a delete. If `gone` is true, the server has removed the object. If `gone` is false, the object only has
 * a `deletionTimestamp`. The server removes such an object later, when it has no finalizers and its grace period has
 * ended.
 */
export interface Deleted {
  readonly object: StoredObject;
  readonly gone: boolean;
}

/** Deletes an object as {@link deletionSteps} does, but without pauses for other requests. */
export function deleteObject(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  options: DeleteOptions = {},
): Deleted {
  const steps = deletionStepsWith(context, resource, place, options, emptyNamespace);
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}

/**
 * Deletes an object, or sets its `deletionTimestamp`. If the object is a namespace, the function also deletes the
 * objects in the namespace, and yields after each object. If another request is already deleting the objects in the
 * namespace, the function does not delete them again.
 *
 * @throws Refusal 404, 409 for a failed precondition (P90), 403 for a namespace that may not be deleted (P129)
 */
export function deletionSteps(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  options: DeleteOptions = {},
): Generator<void, Deleted> {
  return deletionStepsWith(context, resource, place, options, emptyNamespaceOnce);
}

function* deletionStepsWith(
  context: RegistryContext,
  resource: Resource,
  place: Place,
  options: DeleteOptions,
  emptyContents: typeof emptyNamespace,
): Generator<void, Deleted> {
  const found = find(context, resource, place);
  if (found === undefined) throw notFound(resource, place.name);
  checkPreconditions(resource, found, options);
  checkDeletable(resource, place.name);

  const { dryRun = false } = options;
  const existing = isNamespaces(resource) ? found : withPolicy(found, options.propagationPolicy);
  const grace = graceOf(resource, existing, options.gracePeriodSeconds);
  const object =
    grace === undefined && existing === found
      ? existing
      : store(context, resource, place, marked(context, resource, existing, grace), dryRun);
  if (dryRun) return { object, gone: !waits(resource, object) };
  if (isNamespaces(resource)) yield* emptyContents(context, object);
  else if (!waits(resource, object)) removeObject(context, resource, place);
  return { object, gone: find(context, resource, place) === undefined };
}

/** Returns whether a deleted object must wait for a finalizer or for the end of its grace period. */
function waits({ finalizersOf }: Resource, object: StoredObject): boolean {
  return finalizersOf(object).length > 0 || (object.metadata.deletionGracePeriodSeconds ?? 0) > 0;
}

function checkPreconditions(
  { group, kind }: Resource,
  { metadata }: StoredObject,
  { preconditions = {} }: DeleteOptions,
): void {
  const which = { group, resource: kind }; // this error contains the kind, not the plural name (as in the kube-apiserver)
  const { uid = metadata.uid, resourceVersion = metadata.resourceVersion } = preconditions;
  if (uid !== metadata.uid) {
    const why = `the UID in the precondition (${shownText(uid)}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    throw conflict(which, metadata.name, why);
  }
  if (resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${shownText(resourceVersion)}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    throw conflict(which, metadata.name, why);
  }
}

/**
 * Returns the grace period, in seconds, that a delete sets on an object. Returns `undefined` if the server removes the
 * object at once. Also returns `undefined` if the object is already being deleted, unless the new grace period is
 * shorter than the current grace period (P96).
 */
function graceOf(resource: Resource, existing: StoredObject, asked: number | undefined): number | undefined {
  const { deletionTimestamp, deletionGracePeriodSeconds: given = 0 } = existing.metadata;
  if (deletionTimestamp !== undefined) {
    return resource.gracePeriod !== undefined && asked !== undefined && asked < given
      ? Math.max(0, asked)
      : undefined;
  }
  return (
    resource.gracePeriod?.(existing, asked) ?? (resource.finalizersOf(existing).length > 0 ? 0 : undefined)
  );
}

function marked(
  { world }: RegistryContext,
  resource: Resource,
  existing: StoredObject,
  asked: number | undefined,
): Json & { readonly metadata: Json } {
  const {
    generation,
    deletionTimestamp,
    deletionGracePeriodSeconds = 0,
    finalizers = [],
  } = existing.metadata;
  const grace = asked ?? deletionGracePeriodSeconds;
  const begun =
    deletionTimestamp === undefined
      ? world.now()
      : Date.parse(deletionTimestamp) - deletionGracePeriodSeconds * 1000;
  const metadata: Json = {
    ...omit(existing.metadata as unknown as Json, 'finalizers'),
    ...(finalizers.length === 0 ? {} : { finalizers }),
    ...(deletionTimestamp === undefined && generation !== undefined ? { generation: generation + 1 } : {}),
    deletionTimestamp: timestamp(begun + grace * 1000),
    ...(isNamespaces(resource) ? {} : { deletionGracePeriodSeconds: grace }),
  };
  const status = isNamespaces(resource) ? { status: { phase: 'Terminating' } } : {};
  return resource.onDelete({ ...existing, metadata, ...status }) as Json & { readonly metadata: Json };
}

/**
 * Deletes the objects in a namespace, unless another request is already deleting them. Without the check, each of many
 * requests for one namespace would read all objects in the namespace.
 */
function* emptyNamespaceOnce(context: RegistryContext, namespace: StoredObject): Generator<void> {
  const { uid } = namespace.metadata;
  if (context.namespacesBeingEmptied.has(uid)) return;
  context.namespacesBeingEmptied.add(uid);
  try {
    yield* emptyNamespace(context, namespace);
  } finally {
    context.namespacesBeingEmptied.delete(uid);
  }
}

/** Does the work of the namespace controller: deletes the objects in the namespace, and then the namespace (P128). */
function* emptyNamespace(
  context: RegistryContext,
  { metadata: { name: namespace, uid } }: StoredObject,
): Generator<void> {
  const place = { namespace: '', name: namespace };
  let failed: { readonly error: unknown } | undefined;
  for (const { resource, name } of contentsOf(context, namespace)) {
    try {
      deleteObject(context, resource, { namespace, name });
    } catch (error) {
      failed ??= { error }; // the loop continues, so that the other objects of the namespace are deleted
    }
    yield;
    // During the pause, another request may have removed the namespace, or created a new namespace with the same name.
    // After the restoration of a snapshot, the namespace may have no `deletionTimestamp`. In each case, the deletion
    // stops.
    const now = find(context, context.catalog.namespaces, place)?.metadata;
    if (now?.uid !== uid || now.deletionTimestamp === undefined) return;
  }
  finishNamespace(context, namespace);
  if (failed !== undefined) throw failed.error;
}
