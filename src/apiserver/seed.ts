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

/** One object that `seed` creates, and the name of the object in errors. */
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
  /**
   * Returns the name of the object at an index, for example its file and document. Errors contain this name. The
   * default for index 2 is `seed[2]`.
   */
  readonly nameOf?: (index: number) => string;
}

/**
 * Checks the arguments of `seed`.
 *
 * @throws OptionsError
 */
export function checkSeed(objects: unknown, options: SeedOptions | undefined): void {
  checkArgument('seed: objects', objects, { allowed: 'a list of objects', test: Array.isArray });
  checkOptions('seed', options, { nameOf: aFunction });
}

/**
 * Creates objects from files, in any order. An object may be a list of objects. `objects` may contain custom resources
 * together with their CustomResourceDefinitions. Objects keep their uid, their times and their status. Missing
 * namespaces are created.
 *
 * The server assumes that an object with a uid was saved from a cluster, and does not check the rules for new objects.
 * If a given object has the name of an initial object of the server, such as a namespace or a role, the given object
 * replaces the initial object.
 *
 * @throws OptionsError for a kind that the server does not have. Refusal for an object that the server would also
 * reject if a client created the object. An object with a uid is checked as an update without changes. Each message
 * contains the name of the object.
 */
export function seed(
  context: RegistryContext,
  objects: readonly unknown[],
  { nameOf = (index) => `seed[${index}]` }: SeedOptions = {},
): void {
  const all = objects.flatMap((object, at) => flattened(jsonGiven(nameOf(at), object), nameOf(at)));
  const created = (seedObject: SeedObject, resource: Resource): StoredObject =>
    named(seedObject.where, () => createObject(context, resource, seedObject.object));

  // CustomResourceDefinitions are created first, because the other objects may need their resources. The server
  // computes the status of a CustomResourceDefinition.
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

/** Calls a function. If the function throws a refusal, adds the name of the object to the message of the refusal. */
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
 * Records owners that do not exist, so that the garbage collector keeps the objects of these owners. The reason: pods
 * are often saved without their replica sets.
 */
function noteForeignOwners(context: RegistryContext, object: StoredObject): void {
  for (const reference of object.metadata.ownerReferences ?? []) {
    if (ownerState(context, object, reference) === 'absent') {
      context.foreignOwners.add(reference.uid);
    }
  }
}

/**
 * Returns the objects of a `List`, or of a typed list such as `PodList`. The items of a typed list may have no kind of
 * their own.
 */
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

/** Returns whether the server itself has created an object. */
const isInitial = (resource: Resource, object: StoredObject): boolean =>
  isNamespaces(resource) ||
  isInitialObject(resource, object) ||
  object.metadata.labels?.['kubernetes.io/bootstrapping'] === 'rbac-defaults';

/**
 * Returns an object without its uid, resourceVersion and creation time, so that the update keeps the values of the
 * existing object.
 */
function withoutIdentity(object: Json, metadata: Json): Json {
  return { ...object, metadata: omit(metadata, 'uid', 'resourceVersion', 'creationTimestamp') };
}
