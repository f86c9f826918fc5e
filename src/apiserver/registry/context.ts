import { freeze } from 'immer';
import { type Json, omit, type StoredObject } from '../json.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../storage/storage.ts';
import type { World } from './identity.ts';

/** The data that every operation on objects uses. */
export interface RegistryContext {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly world: World;
  /**
   * The uids of owners that did not exist when the owned objects were created by `seed`. The garbage collector does not
   * treat the owners as deleted.
   */
  readonly foreignOwners: Set<string>;
  /** The uids of the namespaces that a request is emptying, with pauses for other requests. */
  readonly namespacesBeingEmptied: Set<string>;
}

/** The namespace and the name of an object. The namespace of a cluster-scoped object is empty. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Returns the key of an object in the storage. */
function keyAt({ namespace, name }: Place): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** Returns the object with a namespace and a name; `undefined` if there is no such object. */
export function find(
  { storage }: RegistryContext,
  { id, read }: Resource,
  place: Place,
): StoredObject | undefined {
  const stored = storage.find(id)?.get(keyAt(place)); // if the kind was removed, there is no collection
  return stored && read(stored);
}

/**
 * Freezes an object, stores it under the next revision and returns it. A dry run returns the object without storing it.
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

/** Removes an empty resourceVersion, because a new object has no resourceVersion in a dry run (P72). */
function withoutEmptyVersion(object: Json & { readonly metadata: Json }): StoredObject {
  const { metadata } = object;
  const isNew = metadata['resourceVersion'] === '';
  return {
    ...object,
    metadata: isNew ? omit(metadata, 'resourceVersion') : metadata,
  } as unknown as StoredObject;
}

/** Removes an object from the storage. */
export function remove({ storage }: RegistryContext, { id }: Resource, place: Place): void {
  storage.remove(id, keyAt(place));
}
