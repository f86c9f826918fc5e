import { freeze } from 'immer';
import { isRecord, OptionsError } from '../../objects/index.ts';
import type { StoredObject } from '../json.ts';
import type { RegistryContext } from '../registry/context.ts';
import type { Collection } from '../storage/collection.ts';

/**
 * All that a server holds, as JSON: what `JSON.parse` reads again is as good. Its objects are shared with the server, and
 * frozen; Secrets are among them. Faults, tokens and the log of requests are not in it.
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
  /** The resourceVersion at which it was taken. */
  readonly resourceVersion: string;
  /** Objects by storage key, by the id of their collection, as they are stored. */
  readonly collections: Readonly<Record<string, Readonly<Record<string, object>>>>;
  /** Uids of owners that objects were seeded without. */
  readonly foreignOwners: readonly string[];
}

/** Takes one; the objects are shared with the server, and frozen. */
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
 * Puts everything back.
 *
 * @throws OptionsError for what is no snapshot; nothing has changed then
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

/** A key must be that of its object: nothing else could ever be found there. */
function isStored(key: string, object: unknown): boolean {
  if (!isRecord(object) || !isRecord(object['metadata'])) return false;
  const { name, namespace, uid, resourceVersion } = object['metadata'];
  return (
    typeof uid === 'string' &&
    typeof resourceVersion === 'string' &&
    key === (typeof namespace === 'string' ? `${namespace}/${String(name)}` : name)
  );
}
