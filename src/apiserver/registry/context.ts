import { freeze } from 'immer';
import { type Json, omit, type StoredObject } from '../json.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../storage/storage.ts';
import type { World } from './identity.ts';

/**
 * The storage, the catalog of resources, the clock and other shared objects. All operations on the stored data use the
 * same objects.
 */
export interface RegistryContext {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly world: World;
  /**
   * The uids of owners that did not exist when `seed` created the owned objects. The garbage collector may not treat
   * these owners as deleted.
   */
  readonly foreignOwners: Set<string>;
  /**
   * The uids of namespaces. A request is deleting the objects in each of these namespaces. The request pauses several
   * times, so that the server can handle other requests.
   */
  readonly namespacesBeingEmptied: Set<string>;
}

/** The namespace and the name of an object. For a cluster-scoped object, the namespace is empty. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the storage key of an object: `namespace/name` or `name`. */
function keyAt({ namespace, name }: Place): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/**
 * Returns the stored object with a namespace and a name, converted to the version of the resource. Returns `undefined`
 * if the object does not exist.
 */
export function find(
  { storage }: RegistryContext,
  { id, read }: Resource,
  place: Place,
): StoredObject | undefined {
  const stored = storage.find(id)?.get(keyAt(place)); // the collection does not exist if the kind was removed
  return stored && read(stored);
}

/**
 * Stores an object under the next revision, and returns the stored object. A dry run returns the object without storing
 * it.
 */
export function store(
  { storage }: RegistryContext,
  { id, read, toStorage }: Resource,
  place: Place,
  object: Json & { readonly metadata: Json },
  dryRun: boolean,
): StoredObject {
  const kept = toStorage(object) as typeof object;
  if (dryRun) return read(withoutEmptyVersion(kept));
  const stored = storage.write(id, keyAt(place), (revision) => {
    const metadata = { ...kept.metadata, resourceVersion: String(revision) };
    return freeze({ ...kept, metadata }, true) as unknown as StoredObject;
  });
  return read(stored);
}

/**
 * Removes an empty resourceVersion from the result of a dry run. In the result, a new object has no resourceVersion
 * (P72).
 */
function withoutEmptyVersion(object: Json & { readonly metadata: Json }): StoredObject {
  const { metadata } = object;
  const isNew = metadata['resourceVersion'] === '';
  return {
    ...object,
    metadata: isNew ? omit(metadata, 'resourceVersion') : metadata,
  } as unknown as StoredObject;
}

export function remove({ storage }: RegistryContext, { id }: Resource, place: Place): void {
  storage.remove(id, keyAt(place));
}
