import { isRecord, OptionsError } from '../objects/index.ts';
import { type Json, omit, type StoredObject } from './json.ts';
import { ownerState } from './collector/owner.ts';
import { create } from './registry/create.ts';
import { find, type RegistryContext } from './registry/context.ts';
import { isNamespaces } from './registry/namespace-lifecycle.ts';
import type { Resource } from './resources/resource.ts';

/**
 * Creates objects as they are read from files: each with its kind, lists too, in whatever order, custom resources beside
 * their definitions. They keep the uid, the times and the status that they bring, and namespaces that they need are
 * made.
 *
 * @throws OptionsError for a kind that the server does not have, Refusal for what a create would be refused for
 */
export function seed(context: RegistryContext, objects: readonly unknown[]): void {
  const all = objects.flatMap(flattened);
  // What they define must be there before anybody asks for it; their status is what the server makes of them.
  const definitions = all.filter(isDefinition);
  for (const definition of definitions)
    plant(context, resourceOf(context, definition), omit(definition, 'status'));
  const seeds = all
    .filter((object) => !isDefinition(object))
    .map((object) => ({ object, resource: resourceOf(context, object) }));
  const first = seeds.filter(({ resource }) => isNamespaces(resource));
  const others = seeds.filter(({ resource }) => !isNamespaces(resource));
  const planted = [...first, ...others].map(({ object, resource }) => plant(context, resource, object));
  for (const object of planted) noteForeignOwners(context, object);
}

const isDefinition = ({ kind }: Json): boolean => kind === 'CustomResourceDefinition';

/** Pods are often saved without their replica sets: they are to stay all the same. */
function noteForeignOwners(context: RegistryContext, object: StoredObject | undefined): void {
  for (const reference of object?.metadata.ownerReferences ?? []) {
    if (object !== undefined && ownerState(context, object, reference) === 'absent') {
      context.foreignOwners.add(reference.uid);
    }
  }
}

/** The objects of a `List`, or of a `PodList`, whose items have no kind of their own. */
function flattened(given: unknown): Json[] {
  if (!isRecord(given)) throw new OptionsError('seed', given, 'an object with kind and apiVersion');
  const { kind, apiVersion, items } = given;
  if (typeof kind !== 'string' || !kind.endsWith('List') || !Array.isArray(items)) return [given];
  const type = kind === 'List' ? {} : { kind: kind.slice(0, -'List'.length), apiVersion };
  return items.flatMap((item: unknown) => flattened(isRecord(item) ? { ...type, ...item } : item));
}

function resourceOf({ catalog }: RegistryContext, { kind, apiVersion }: Json): Resource {
  const found = catalog.findKind(String(apiVersion), String(kind));
  if (found === undefined)
    throw new OptionsError('seed', `${String(kind)} of ${String(apiVersion)}`, 'a kind that the server has');
  return found;
}

function plant(context: RegistryContext, resource: Resource, object: Json): StoredObject | undefined {
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  const { name, namespace: given } = metadata;
  if (!resource.namespaced) {
    const isThere =
      typeof name === 'string' && find(context, resource, { namespace: '', name }) !== undefined;
    return isThere && isNamespaces(resource)
      ? undefined
      : create(context, resource, '', object, { seed: true });
  }

  const namespace = typeof given === 'string' && given !== '' ? given : 'default';
  const { namespaces } = context.catalog;
  if (find(context, namespaces, { namespace: '', name: namespace }) === undefined) {
    create(context, namespaces, '', { metadata: { name: namespace } });
  }
  return create(context, resource, namespace, object, { seed: true });
}
