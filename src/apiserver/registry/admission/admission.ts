import type { Json, StoredObject } from '../../json.ts';
import { rangeOf } from '../../storage/sorted-keys.ts';
import type { RegistryContext } from '../context.ts';
import type { Requester } from '../requester.ts';

/** The data about a write that an admission plugin can read. */
export interface AdmissionRequest {
  readonly context: RegistryContext;
  /** The namespace of the object; empty for a cluster-scoped resource. */
  readonly namespace: string;
  /** The stored object that the write replaces. `undefined` for a new object. */
  readonly existing: StoredObject | undefined;
  readonly requester: Requester | undefined;
}

/**
 * A function that implements an admission plugin of the kube-apiserver. The function returns the object with the values
 * that the plugin adds. No field manager owns the added values.
 */
export type Admission = (object: Json, request: AdmissionRequest) => Json;

/**
 * Yields the stored objects of a built-in resource, such as `limitranges`. Without `namespace`, yields the objects of
 * all namespaces.
 */
export function* objectsOf(
  { storage }: RegistryContext,
  id: string,
  namespace = '',
): Generator<StoredObject> {
  const snapshot = storage.collection(id).snapshot();
  const { keys } = snapshot;
  for (const key of keys.slice(...rangeOf(keys, namespace === '' ? '' : `${namespace}/`))) {
    const object = snapshot.get(key);
    if (object !== undefined) yield object;
  }
}
