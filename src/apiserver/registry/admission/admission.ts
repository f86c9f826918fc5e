import type { Json, StoredObject } from '../../json.ts';
import { rangeOf } from '../../storage/sorted-keys.ts';
import type { RegistryContext } from '../context.ts';
import type { Requester } from '../requester.ts';

/** The facts of a write that an admission plugin can read. */
export interface AdmissionRequest {
  readonly context: RegistryContext;
  /** The namespace of the object; empty for a cluster-scoped resource. */
  readonly namespace: string;
  /** The object that the write replaces; `undefined` for a new object. */
  readonly existing: StoredObject | undefined;
  readonly requester: Requester | undefined;
}

/**
 * A function that returns the object with the values that an admission plugin of the kube-apiserver adds. No field
 * manager owns the added values.
 */
export type Admission = (object: Json, request: AdmissionRequest) => Json;

/** Yields the objects of a built-in collection. Without `namespace`, yields the objects of all namespaces. */
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
