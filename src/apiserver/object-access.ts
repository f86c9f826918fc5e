import {
  anObject,
  aString,
  checkArgument,
  type GroupVersionResource,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
  OptionsError,
  splitKey,
} from '../objects/index.ts';
import { jsonGiven } from './json-given.ts';
import { create } from './registry/create.ts';
import { find, type Place, type RegistryContext } from './registry/context.ts';
import { deleteObject, type DeleteOptions } from './registry/delete.ts';
import { patch } from './registry/patch.ts';
import { update } from './registry/update.ts';
import type { Resource } from './resources/resource.ts';
import { withStatusErrors } from './status/refusal.ts';
import { rangeOf } from './storage/sorted-keys.ts';

/** An object before the server has stored it. The metadata must contain `name` or `generateName`. */
export type NewObject<T extends KubeObject = KubeObject> = Omit<T, 'metadata'> & {
  readonly metadata: Partial<ObjectMeta>;
};

/** Options of a write. */
export interface WriteOptions {
  /** With `'status'`, the write changes only the status of the object. */
  readonly subresource?: 'status';
}

/**
 * Reads and writes the objects of the server without requests. All calls are synchronous. The calls have the same
 * validation and cause the same watch events as requests. If the server would reject the write of a client, the call
 * throws a `StatusError`. The returned objects are shared and frozen.
 *
 * In two cases, a call may write a field that clients can write only through a subresource. A call may set
 * `spec.nodeName` of a pod that has no node. Clients need the subresource `binding` for this write. A call may also add
 * the condition `Approved` or `Denied` to a CertificateSigningRequest. Clients need the subresource `approval` for this
 * write.
 *
 * @example
 * ```ts
 * const { objects } = createApiServer();
 * objects.create(core.v1.configmaps, { metadata: { name: 'settings', namespace: 'default' }, data: { color: 'red' } });
 * objects.patch(core.v1.configmaps, 'default/settings', { data: { color: 'blue' } });
 * ```
 */
export interface ObjectAccess {
  /** Returns the newest state of an object; `undefined` if the object does not exist. */
  get<T extends KubeObject>(resource: GroupVersionResource<T>, key: ObjectKey): T | undefined;
  /**
   * Returns the objects of a resource, sorted by storage key (`namespace/name` or `name`). If `namespace` is given,
   * returns only the objects of the namespace.
   */
  list<T extends KubeObject>(resource: GroupVersionResource<T>, namespace?: string): readonly T[];
  /** Creates an object in the namespace that its metadata contains. `apiVersion` and `kind` may be absent. */
  create<T extends KubeObject>(resource: GroupVersionResource<T>, object: NewObject<T>): T;
  /**
   * Replaces an object. A `resourceVersion` in the new object must be the current resourceVersion of the stored object.
   * For a custom resource the `resourceVersion` is required.
   */
  update<T extends KubeObject>(
    resource: GroupVersionResource<T>,
    object: NewObject<T>,
    options?: WriteOptions,
  ): T;
  /** Changes an object with a merge patch (RFC 7396). */
  patch<T extends KubeObject>(
    resource: GroupVersionResource<T>,
    key: ObjectKey,
    mergePatch: object,
    options?: WriteOptions,
  ): T;
  /** Deletes an object. If the object has a finalizer or a grace period, the call only sets `deletionTimestamp`. */
  delete(resource: GroupVersionResource, key: ObjectKey, options?: DeleteOptions): void;
}

/** Creates the {@link ObjectAccess} of a server. `checkOpen` throws if the server is closed. */
export function objectAccess(context: RegistryContext, checkOpen: (of: string) => void): ObjectAccess {
  const resourceOf = (given: GroupVersionResource): Resource => {
    checkOpen('objects');
    checkArgument('resource', given, aResource);
    const { group, version, resource } = given;
    const found = context.catalog.find(group, version, resource);
    if (found === undefined)
      throw new OptionsError(
        'resource',
        `${resource} of ${group === '' ? '' : `${group}/`}${version}`,
        "one that the server has: the plural in lower case, group '' for the core",
      );
    return found;
  };
  return {
    get: <T extends KubeObject>(resource: GroupVersionResource<T>, key: ObjectKey) => {
      const found = resourceOf(resource);
      return find(context, found, placeOfKey(found, key)) as unknown as T | undefined;
    },
    list: <T extends KubeObject>(resource: GroupVersionResource<T>, namespace = '') => {
      const { id, read } = resourceOf(resource);
      const snapshot = context.storage.collection(id).snapshot();
      const range = rangeOf(snapshot.keys, namespace === '' ? '' : `${namespace}/`);
      return snapshot.keys.slice(...range).flatMap((key) => {
        const stored = snapshot.get(key);
        return stored === undefined ? [] : [read(stored) as unknown as T];
      });
    },
    create: <T extends KubeObject>(resource: GroupVersionResource<T>, object: NewObject<T>) =>
      withStatusErrors(() => {
        const found = resourceOf(resource);
        const { namespace } = placeOf(found, object);
        return create(context, found, namespace, withType(found, object)) as unknown as T;
      }),
    update: <T extends KubeObject>(
      resource: GroupVersionResource<T>,
      object: NewObject<T>,
      options?: WriteOptions,
    ) =>
      withStatusErrors(() => {
        const found = resourceOf(resource);
        const written = update(context, found, placeOf(found, object), withType(found, object), {
          ...options,
          fromProcess: true,
        });
        return written.object as unknown as T;
      }),
    patch: <T extends KubeObject>(
      resource: GroupVersionResource<T>,
      key: ObjectKey,
      mergePatch: object,
      options?: WriteOptions,
    ) =>
      withStatusErrors(() => {
        checkArgument('mergePatch', mergePatch, anObject);
        const body = { merge: jsonGiven('mergePatch', mergePatch) };
        const found = resourceOf(resource);
        const written = patch(context, found, placeOfKey(found, key), body, {
          ...options,
          fromProcess: true,
        });
        return written.object as unknown as T;
      }),
    delete: (resource, key, options) =>
      withStatusErrors(() => {
        const found = resourceOf(resource);
        deleteObject(context, found, placeOfKey(found, key), options);
      }),
  };
}

/**
 * Returns the namespace and the name of a key.
 *
 * @throws OptionsError for an invalid key. Also throws if the key of a namespaced resource has no namespace, and if the
 * key of a cluster-scoped resource has a namespace.
 */
function placeOfKey({ namespaced, resource }: Resource, key: ObjectKey): Place {
  checkArgument('key', key, aString);
  const place = splitKey(key);
  if (namespaced !== (place.namespace !== ''))
    throw new OptionsError(
      'key',
      key,
      namespaced ? `NAMESPACE/NAME, for ${resource} are in one` : `a name alone, for ${resource} are in none`,
    );
  return place;
}

/**
 * Returns the namespace and the name of an object.
 *
 * @throws OptionsError for a value that is not an object, and for an object without a required namespace
 */
function placeOf({ namespaced, resource }: Resource, object: Pick<NewObject, 'metadata'>): Place {
  checkArgument('object', object, anObject);
  checkArgument('object: metadata', object.metadata, anObject);
  const { namespace = '', name = '' } = object.metadata;
  if (namespaced && namespace === '')
    throw new OptionsError(
      'object: metadata.namespace',
      namespace,
      `a namespace, for ${resource} are in one`,
    );
  return { namespace, name };
}

/**
 * Returns an object with the `apiVersion` and `kind` of its resource. The function exists because the server rejects a
 * custom resource without `apiVersion` and `kind`.
 */
const withType = ({ apiVersion, kind }: Resource, object: object): unknown => ({
  apiVersion,
  kind,
  ...(jsonGiven('object', object) as object),
});

const aResource = { ...anObject, allowed: 'such as core.v1.pods, or { group, version, resource }' };
