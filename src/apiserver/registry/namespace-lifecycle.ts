import { systemPriorities } from '../resources/priority-class.ts';
import { finalizersOf, type Resource } from '../resources/resource.ts';
import { namespaceFinalizers } from '../resources/strategies.ts';
import { forbidden, notFound } from '../status/refusals.ts';
import { lowerBound } from '../storage/sorted-keys.ts';
import { find, type RegistryContext, remove } from './context.ts';

/** The namespaces that exist on every server from its start. */
export const initialNamespaces: readonly string[] = [
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
];

/** The namespaces that clients may not delete (P129). */
const undeletable = new Set(['default', 'kube-system', 'kube-public']);

export const isNamespaces = ({ id }: Resource): boolean => id === 'namespaces';

/**
 * Rejects a new object whose namespace does not exist or is being deleted (P127, P128).
 *
 * @param name - the name of the new object
 * @throws Refusal 404 or 403
 */
export function checkNamespace(
  context: RegistryContext,
  resource: Resource,
  namespace: string,
  name: string,
): void {
  const { namespaces } = context.catalog;
  const found = find(context, namespaces, { namespace: '', name: namespace });
  if (found === undefined) throw notFound(namespaces, namespace);
  if (found.metadata.deletionTimestamp === undefined) return;

  const why = `unable to create new content in namespace ${namespace} because it is being terminated`;
  const message = `namespace ${namespace} is being terminated`;
  const causes = [{ reason: 'NamespaceTerminating', message, field: 'metadata.namespace' }];
  throw forbidden(resource, name, why, causes);
}

/**
 * Rejects the delete of an object that clients may not delete.
 *
 * @throws Refusal 403 for a protected namespace (P129), and for a priority class of the system
 */
export function checkDeletable(resource: Resource, name: string): void {
  if (isNamespaces(resource) && undeletable.has(name)) {
    throw forbidden(resource, name, 'this namespace may not be deleted');
  }
  if (resource.id === 'priorityclasses.scheduling.k8s.io' && Object.hasOwn(systemPriorities, name)) {
    throw forbidden(resource, name, 'this is a system priority class and cannot be deleted');
  }
}

/** The resource and the name of an object in a namespace. */
interface Content {
  readonly resource: Resource;
  readonly name: string;
}

/**
 * Yields the objects in a namespace, resource by resource. The generator searches the next object only when the caller
 * requests the next object. So other requests may write objects during the iteration, and no list of objects stays in
 * memory.
 */
export function* contentsOf({ storage, catalog }: RegistryContext, namespace: string): Generator<Content> {
  const prefix = `${namespace}/`;
  const seen = new Set<string>();
  for (const resource of catalog.all) {
    // All versions of a kind share one collection, so each collection must be read only once.
    if (!resource.namespaced || seen.has(resource.id)) continue;
    seen.add(resource.id);
    const collection = storage.find(resource.id);
    if (collection === undefined) continue;
    for (let start = prefix; ;) {
      const { keys } = collection.snapshot();
      const key = keys[lowerBound(keys, start)];
      if (key?.startsWith(prefix) !== true) break;
      yield { resource, name: key.slice(prefix.length) };
      start = `${key}\u0000`; // the smallest key after `key`
    }
  }
}

/**
 * Removes a namespace that is being deleted, if the namespace is empty and has no finalizers except `kubernetes`
 * (P128).
 */
export function finishNamespace(context: RegistryContext, name: string): void {
  const { catalog, storage } = context;
  const { namespaces } = catalog;
  const place = { namespace: '', name };
  const namespace = find(context, namespaces, place);
  if (namespace?.metadata.deletionTimestamp === undefined || finalizersOf(namespace).length > 0) return;
  if (namespaceFinalizers(namespace).some((one) => one !== 'kubernetes')) return;
  // The function ignores the objects of a kind that is no longer served or no longer namespaced, because no request can
  // remove such objects.
  if (![...storage.idsIn(name)].some((id) => catalog.servesNamespaced(id)))
    remove(context, namespaces, place);
}
