import { aFunction, checkArgument, checkOptions, isRecord, OptionsError } from '../objects/index.ts';
import { type Json, omit, type StoredObject } from './json.ts';
import { ownerState } from './collector/owner.ts';
import { create } from './registry/create.ts';
import { jsonGiven } from './json-given.ts';
import { isInitialObject } from './initial-objects.ts';
import { find, type RegistryContext, remove } from './registry/context.ts';
import { isNamespaces } from './registry/namespace-lifecycle.ts';
import { update } from './registry/update.ts';
import type { Resource } from './resources/resource.ts';
import { Refusal } from './status/refusal.ts';

/** One object of a seed, and its name in errors. */
interface SeedObject {
  readonly where: string;
  readonly object: Json;
}

/**
 * Options of `seed`.
 *
 * @example
 * ```ts
 * const files = [{ name: 'colours.yaml', object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'colours' } } }];
 * const options: SeedOptions = { nameOf: (at) => files[at]?.name ?? 'the seed' };
 * createApiServer().seed(files.map(({ object }) => object), options);
 * ```
 */
export interface SeedOptions {
  /** Returns the name of the object at an index in errors, such as its file and document; default `seed[2]`. */
  readonly nameOf?: (index: number) => string;
}

/** @throws OptionsError */
export function checkSeed(objects: unknown, options: SeedOptions | undefined): void {
  checkArgument('seed: objects', objects, { allowed: 'a list of objects', test: Array.isArray });
  checkOptions('seed', options, { nameOf: aFunction });
}

/**
 * Creates objects from files: each with its kind, also lists of objects, in any order, and custom resources together
 * with their definitions. Objects keep their uid, times and status. Missing namespaces are created. An object with a
 * uid was saved from a cluster, so it is not checked against the rules for new objects only. An object of the seed
 * replaces the initial object of the server with the same name, such as a namespace or a role.
 *
 * @throws OptionsError for a kind that the server does not have, Refusal for an object that a create would refuse (for
 * an object with a uid: an update without changes); each message names the object
 */
export function seed(
  context: RegistryContext,
  objects: readonly unknown[],
  { nameOf = (index) => `seed[${index}]` }: SeedOptions = {},
): void {
  const all = objects.flatMap((object, at) => flattened(jsonGiven(nameOf(at), object), nameOf(at)));
  const created = (seedObject: SeedObject, resource: Resource): StoredObject =>
    named(seedObject.where, () => createObject(context, resource, seedObject.object));

  // The other objects need the resources of the definitions. The server computes the status of a definition.
  const definitions = all.filter(isDefinition);
  for (const { where, object } of definitions)
    created({ where, object: omit(object, 'status') }, resourceOf(context, { where, object }));
  const seeds = all
    .filter((one) => !isDefinition(one))
    .map((seedObject) => ({ seedObject, resource: resourceOf(context, seedObject) }));
  const first = seeds.filter(({ resource }) => isNamespaces(resource));
  const others = seeds.filter(({ resource }) => !isNamespaces(resource));
  const stored = [...first, ...others].map(({ seedObject, resource }) => created(seedObject, resource));
  for (const object of stored) noteForeignOwners(context, object);
}

const isDefinition = ({ object }: SeedObject): boolean => object['kind'] === 'CustomResourceDefinition';

/** Adds the name of the object to the message of a refusal. */
function named<R>(where: string, call: () => R): R {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, reason, message, details } = error.status;
    throw new Refusal({
      code,
      message: `${where}: ${message ?? ''}`,
      ...(reason === undefined ? {} : { reason }),
      ...(details === undefined ? {} : { details }),
    });
  }
}

/**
 * Pods are often saved without their replica sets. Records such missing owners, so that the garbage collector keeps the
 * pods.
 */
function noteForeignOwners(context: RegistryContext, object: StoredObject): void {
  for (const reference of object.metadata.ownerReferences ?? []) {
    if (ownerState(context, object, reference) === 'absent') {
      context.foreignOwners.add(reference.uid);
    }
  }
}

/** Returns the objects of a `List`, or of a list such as `PodList`, whose items have no kind of their own. */
function flattened(given: unknown, where: string): SeedObject[] {
  if (!isRecord(given)) throw new OptionsError(where, given, 'an object with apiVersion and kind');
  const { kind, apiVersion, items } = given;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items))
    return [{ where, object: given }];
  const type = kind === 'List' ? {} : { kind: kind.slice(0, -'List'.length), apiVersion };
  return items.flatMap((item: unknown, at) =>
    flattened(isRecord(item) ? { ...type, ...item } : item, `${where}: items[${at}]`),
  );
}

function resourceOf(
  { catalog }: RegistryContext,
  { where, object: { kind, apiVersion } }: SeedObject,
): Resource {
  if (typeof apiVersion !== 'string' || typeof kind !== 'string')
    throw new OptionsError(where, undefined, 'an object with apiVersion and kind', 'one of them is absent');
  const found = catalog.findKind(apiVersion, kind);
  if (found !== undefined) return found;
  const allowed = 'one that the server has (a custom one needs its CustomResourceDefinition)';
  throw new OptionsError(`${where}: kind`, `${kind} of ${apiVersion}`, allowed);
}

function createObject(context: RegistryContext, resource: Resource, object: Json): StoredObject {
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const { name, namespace: given } = metadata;
  if (!resource.namespaced) {
    const place = { namespace: '', name: typeof name === 'string' ? name : '' };
    const there = find(context, resource, place);
    return there !== undefined && isInitial(resource, there)
      ? update(context, resource, place, withoutIdentity(object, metadata)).object
      : create(context, resource, '', object, { seed: true });
  }

  const namespace = typeof given === 'string' && given !== '' ? given : 'default';
  const there = find(context, resource, { namespace, name: typeof name === 'string' ? name : '' });
  if (there !== undefined && isInitial(resource, there))
    remove(context, resource, { namespace, name: there.metadata.name });
  const { namespaces } = context.catalog;
  if (find(context, namespaces, { namespace: '', name: namespace }) === undefined) {
    create(context, namespaces, '', { metadata: { name: namespace } });
  }
  return create(context, resource, namespace, object, { seed: true });
}

/** Checks whether the server itself has created an object. */
const isInitial = (resource: Resource, object: StoredObject): boolean =>
  isNamespaces(resource) ||
  isInitialObject(resource, object) ||
  object.metadata.labels?.['kubernetes.io/bootstrapping'] === 'rbac-defaults';

/** The update keeps the uid and the creation time of the present object, whatever the seed contains. */
function withoutIdentity(object: Json, metadata: Json): Json {
  return { ...object, metadata: omit(metadata, 'uid', 'resourceVersion', 'creationTimestamp') };
}
