import { type Json, omit, type StoredObject } from '../json.ts';
import type { Resource } from '../resources/resource.ts';
import { conflict, notFound } from '../status/refusals.ts';
import { shownText } from '../status/shown-value.ts';
import { find, type Place, type RegistryContext, store } from './context.ts';
import { timestamp } from './identity.ts';
import { checkMortal, contentsOf, finishNamespace, isNamespaces } from './namespace-lifecycle.ts';
import { type PropagationPolicy, withPolicy } from './propagation-policy.ts';
import { removeObject } from './remove-object.ts';

/**
 * `metav1.DeleteOptions`, as far as they are heeded.
 *
 * @example
 * ```ts
 * const now: DeleteOptions = { gracePeriodSeconds: 0, propagationPolicy: 'Foreground' };
 * ```
 */
export interface DeleteOptions {
  /** Default that of the pod; for other kinds it says nothing. */
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun?: boolean;
  /** What becomes of the objects that it owns; default: they go after it, unless its finalizers say otherwise. */
  readonly propagationPolicy?: PropagationPolicy;
}

/** What came of it: `gone`, or marked and waiting for its finalizers or its time. */
export interface Deleted {
  readonly object: StoredObject;
  readonly gone: boolean;
}

/** Deletes as {@link deletionSteps} does, at once. */
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
 * Deletes an object, or begins to. It yields after each object of a namespace that it empties; a namespace that other steps
 * empty already is left to those.
 *
 * @throws Refusal 404, 409 for a precondition that does not hold (P90), 403 for a namespace that stays (P129)
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
  checkMortal(resource, place.name);

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

/** A finalizer holds it, or the time it was given. */
function waits({ finalizersOf }: Resource, object: StoredObject): boolean {
  return finalizersOf(object).length > 0 || (object.metadata.deletionGracePeriodSeconds ?? 0) > 0;
}

function checkPreconditions(
  { group, kind }: Resource,
  { metadata }: StoredObject,
  { preconditions = {} }: DeleteOptions,
): void {
  const which = { group, resource: kind }; // the kind, here alone
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
 * The seconds to mark it with; `undefined` where there is no mark to set: it goes at once, or it has one already, which
 * a shorter time alone can move (P96).
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

/** Each of many requests would otherwise go through all that the namespace holds. */
function* emptyNamespaceOnce(context: RegistryContext, namespace: StoredObject): Generator<void> {
  const { uid } = namespace.metadata;
  if (context.emptying.has(uid)) return;
  context.emptying.add(uid);
  try {
    yield* emptyNamespace(context, namespace);
  } finally {
    context.emptying.delete(uid);
  }
}

/** The namespace controller's part: the contents first, the namespace last (P128). */
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
      failed ??= { error }; // the other objects go all the same
    }
    yield;
    // Between the steps it may go, or be restored, and another may have its name.
    const now = find(context, context.catalog.namespaces, place)?.metadata;
    if (now?.uid !== uid || now.deletionTimestamp === undefined) return;
  }
  finishNamespace(context, namespace);
  if (failed !== undefined) throw failed.error;
}
