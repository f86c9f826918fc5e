import type { Json, StoredObject } from '../json.ts';

/** How objects are shown: whole, or their metadata alone (P105). */
export type Form = 'full' | 'metadata';

/** The type of what is shown: a kind's own, or that of all metadata. */
export function typeShown(
  { kind, apiVersion }: { readonly kind: string; readonly apiVersion: string },
  form: Form,
): { readonly kind: string; readonly apiVersion: string } {
  return form === 'full' ? { kind, apiVersion } : partialObjectMetadata;
}

/** The object as it is shown. */
export function shown(object: StoredObject, form: Form): Json {
  return form === 'full' ? object : { ...partialObjectMetadata, metadata: object.metadata };
}

const partialObjectMetadata = { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' };
