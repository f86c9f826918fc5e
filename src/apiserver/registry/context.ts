import { freeze } from 'immer';
import { type Json, omit, type StoredObject } from '../json.ts';
import type { Catalog } from '../resources/catalog.ts';
import type { Resource } from '../resources/resource.ts';
import type { Storage } from '../storage/storage.ts';
import type { World } from './identity.ts';

/** What every operation of the registry works on. */
export interface RegistryContext {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly world: World;
  /** Uids of owners that objects were seeded without: the garbage collector does not miss them. */
  readonly foreignOwners: Set<string>;
  /** Uids of the namespaces that a request empties in steps. */
  readonly emptying: Set<string>;
}

/** Where an object is; the namespace of a cluster-scoped one is empty. */
export interface Place {
  readonly namespace: string;
  readonly name: string;
}

/** Its key in storage. */
function keyAt({ namespace, name }: Place): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** The object at a place, if any. */
export function find(
  { storage }: RegistryContext,
  { id, read }: Resource,
  place: Place,
): StoredObject | undefined {
  const stored = storage.find(id)?.get(keyAt(place)); // of a kind that has gone there is no collection
  return stored && read(stored);
}

/** Stores an object under the next revision, frozen; a dry run gives it back without. */
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

/** What would be created has no version yet (P72). */
function withoutEmptyVersion(object: Json & { readonly metadata: Json }): StoredObject {
  const { metadata } = object;
  const isNew = metadata['resourceVersion'] === '';
  return {
    ...object,
    metadata: isNew ? omit(metadata, 'resourceVersion') : metadata,
  } as unknown as StoredObject;
}

/** Takes an object out of storage. */
export function remove({ storage }: RegistryContext, { id }: Resource, place: Place): void {
  storage.remove(id, keyAt(place));
}
