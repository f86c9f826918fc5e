import type { Json, StoredObject } from '../../json.ts';
import { rangeOf } from '../../storage/sorted-keys.ts';
import type { RegistryContext } from '../context.ts';
import type { Requester } from '../requester.ts';

/** What is known of a write when it is admitted. */
export interface AdmissionRequest {
  readonly context: RegistryContext;
  /** Empty for a cluster-scoped resource. */
  readonly namespace: string;
  /** What it is to replace. */
  readonly existing: StoredObject | undefined;
  readonly requester: Requester | undefined;
}

/** What a plugin of the real server's adds to an object that is written; it is nobody's. */
export type Admission = (object: Json, request: AdmissionRequest) => Json;

/** The objects of a built-in collection, of one namespace or of none. */
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
