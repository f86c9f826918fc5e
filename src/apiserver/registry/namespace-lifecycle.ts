import { systemPriorities } from '../resources/priority-class.ts';
import { finalizersOf, type Resource } from '../resources/resource.ts';
import { namespaceFinalizers } from '../resources/strategies.ts';
import { forbidden, notFound } from '../status/refusals.ts';
import { lowerBound } from '../storage/sorted-keys.ts';
import { find, type RegistryContext, remove } from './context.ts';

/** Those that every server starts with. */
export const initialNamespaces: readonly string[] = [
  'default',
  'kube-node-lease',
  'kube-public',
  'kube-system',
];

/** Those that may not be deleted (P129). */
const immortal = new Set(['default', 'kube-system', 'kube-public']);

/** Whether these are the namespaces themselves. */
export const isNamespaces = ({ id }: Resource): boolean => id === 'namespaces';

/**
 * Refuses what is to be created in a namespace that is not there, or that is on its way out (P127, P128).
 *
 * @param name - of the object to be created
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

/** @throws Refusal 403 for a namespace that stays for ever (P129), and for a priority class of the system */
export function checkMortal(resource: Resource, name: string): void {
  if (isNamespaces(resource) && immortal.has(name)) {
    throw forbidden(resource, name, 'this namespace may not be deleted');
  }
  if (resource.id === 'priorityclasses.scheduling.k8s.io' && Object.hasOwn(systemPriorities, name)) {
    throw forbidden(resource, name, 'this is a system priority class and cannot be deleted');
  }
}

/** An object that a namespace holds. */
interface Content {
  readonly resource: Resource;
  readonly name: string;
}

/**
 * What a namespace holds, resource by resource. It looks up each object when it is asked for it, so that others may write
 * meanwhile, and so that an emptying that takes long holds no list.
 */
export function* contentsOf({ storage, catalog }: RegistryContext, namespace: string): Generator<Content> {
  const prefix = `${namespace}/`;
  const seen = new Set<string>();
  for (const resource of catalog.all) {
    // Several versions of a kind are one collection.
    if (!resource.namespaced || seen.has(resource.id)) continue;
    seen.add(resource.id);
    const collection = storage.find(resource.id);
    if (collection === undefined) continue;
    for (let start = prefix; ;) {
      const { keys } = collection.snapshot();
      const key = keys[lowerBound(keys, start)];
      if (key?.startsWith(prefix) !== true) break;
      yield { resource, name: key.slice(prefix.length) };
      start = `${key}\u0000`; // the first that may come after it
    }
  }
}

/** Removes a namespace that is being deleted, once it is empty and no finalizer but `kubernetes` holds it (P128). */
export function finishNamespace(context: RegistryContext, name: string): void {
  const { catalog, storage } = context;
  const { namespaces } = catalog;
  const place = { namespace: '', name };
  const namespace = find(context, namespaces, place);
  if (namespace?.metadata.deletionTimestamp === undefined || finalizersOf(namespace).length > 0) return;
  if (namespaceFinalizers(namespace).some((one) => one !== 'kubernetes')) return;
  // No request can remove objects of a kind that is not served, or not in namespaces.
  if (![...storage.idsIn(name)].some((id) => catalog.servesNamespaced(id)))
    remove(context, namespaces, place);
}
