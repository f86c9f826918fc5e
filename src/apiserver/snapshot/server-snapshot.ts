import { freeze } from 'immer';
import { isRecord, OptionsError } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import type { RegistryContext } from '../registry/context.ts';
import type { Collection } from '../storage/collection.ts';

/**
 * The state of a server, as JSON. A snapshot that was converted by `JSON.stringify` and `JSON.parse` can be restored
 * too. The objects of a snapshot are frozen, and the server uses the same objects. A snapshot contains Secrets. A
 * snapshot contains neither the faults, nor the tokens, nor the request log.
 *
 * @example
 * ```ts
 * const server = createApiServer();
 * const before: ServerSnapshot = server.snapshot();
 * server.objects.create(core.v1.configmaps, { metadata: { name: 'settings', namespace: 'default' } });
 * server.restore(before);
 * ```
 */
export interface ServerSnapshot {
  readonly kind: 'ApiServerSnapshot';
  readonly apiVersion: 'rx-informer/v1';
  /** The resourceVersion of the server at the time of the snapshot. */
  readonly resourceVersion: string;
  /**
   * The stored objects. The outer key is the id of a collection, such as `deployments.apps`. The inner key is the
   * storage key of an object, such as `default/web`.
   */
  readonly collections: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /** The uids of owners that did not exist when the owned objects were created by `seed`. */
  readonly foreignOwners: readonly string[];
}

/** Creates a snapshot. The snapshot and the server share the objects, which are frozen. */
export function snapshotOf({ storage, foreignOwners }: RegistryContext): ServerSnapshot {
  const collections = [...storage.collections].map(
    ([id, collection]) => [id, contentOf(collection)] as const,
  );
  return {
    ...type,
    resourceVersion: String(storage.revision),
    collections: Object.fromEntries(collections.filter(([, objects]) => Object.keys(objects).length > 0)),
    foreignOwners: [...foreignOwners],
  };
}

function contentOf(collection: Collection): Readonly<Record<string, object>> {
  const snapshot = collection.snapshot();
  const entries = snapshot.keys.map((key) => [key, snapshot.get(key)] as const);
  const objects: Record<string, object | undefined> = Object.fromEntries(entries);
  return objects as Readonly<Record<string, object>>;
}

const type = { kind: 'ApiServerSnapshot', apiVersion: 'rx-informer/v1' } as const;

/**
 * Restores a snapshot: replaces all objects of the server.
 *
 * @throws OptionsError for a value that is not a snapshot. If the function throws, the server is unchanged.
 */
export function restoreSnapshot({ storage, foreignOwners }: RegistryContext, snapshot: unknown): void {
  checkSnapshot(snapshot);
  const content = Object.entries(snapshot.collections).map(
    ([id, objects]) =>
      [id, Object.entries(freeze(objects, true)) as unknown as [string, StoredObject][]] as const,
  );
  storage.restore(new Map(content), Number(snapshot.resourceVersion));
  foreignOwners.clear();
  for (const uid of snapshot.foreignOwners) foreignOwners.add(uid);
}

function checkSnapshot(given: unknown): asserts given is ServerSnapshot {
  const allowed = 'what snapshot() gave';
  if (!isRecord(given) || given['kind'] !== type.kind)
    throw new OptionsError('restore: snapshot', given, allowed);
  const { apiVersion, resourceVersion, collections, foreignOwners } = given;
  if (apiVersion !== type.apiVersion)
    throw new OptionsError('restore: snapshot.apiVersion', apiVersion, JSON.stringify(type.apiVersion));
  if (typeof resourceVersion !== 'string' || !/^[1-9][0-9]{0,14}$/.test(resourceVersion))
    throw new OptionsError('restore: snapshot.resourceVersion', resourceVersion, 'a version');
  if (!Array.isArray(foreignOwners) || !foreignOwners.every((uid) => typeof uid === 'string'))
    throw new OptionsError('restore: snapshot.foreignOwners', foreignOwners, 'a list of uids');
  if (!isRecord(collections) || !Object.values(collections).every(isCollection))
    throw new OptionsError('restore: snapshot.collections', collections, 'objects by key, by collection');
}

const isCollection = (given: unknown): boolean =>
  isRecord(given) && Object.entries(given).every(([key, object]) => isStored(key, object));

/**
 * Returns whether a snapshot may contain an object under a key. The key must be the storage key of the object, because
 * otherwise no request could find the object.
 */
function isStored(key: string, object: unknown): boolean {
  if (!isRecord(object) || !isRecord(object['metadata'])) return false;
  const { name, namespace, uid, resourceVersion } = object['metadata'];
  return (
    typeof uid === 'string' &&
    typeof resourceVersion === 'string' &&
    key === (typeof namespace === 'string' ? `${namespace}/${String(name)}` : name)
  );
}
