import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { type FieldError, fieldInvalid, fieldTooLong } from '../status/invalid.ts';
import { ownerErrors } from './owner-errors.ts';
import { labelValueProblems, qualifiedNameProblems } from './qualified-name.ts';

/**
 * Returns the errors in the metadata of an object, except for errors in `metadata.name`. The messages are those of
 * apimachinery.
 *
 * @param path - the path of the metadata, such as `metadata`, for the error messages
 */
export function metadataErrors(metadata: Json, path = 'metadata'): readonly FieldError[] {
  const { labels, annotations, ownerReferences, finalizers, generation } = metadata;
  return [
    ...(Number(generation ?? 0) < 0
      ? [fieldInvalid(`${path}.generation`, generation, 'must be greater than or equal to 0')]
      : []),
    ...labelErrors(labels, `${path}.labels`),
    ...annotationErrors(annotations, `${path}.annotations`),
    ...ownerErrors(ownerReferences, `${path}.ownerReferences`),
    ...finalizerErrors(finalizers, `${path}.finalizers`),
  ];
}

/**
 * Returns the errors in the finalizers of an object of a built-in type. Each finalizer must be a standard finalizer of
 * Kubernetes or have a domain prefix.
 */
export function standardFinalizerErrors({ finalizers }: Json): readonly FieldError[] {
  if (!Array.isArray(finalizers)) return [];
  const why = 'name is neither a standard finalizer name nor is it fully qualified';
  return finalizers
    .map(String)
    .flatMap((name, at) =>
      name.includes('/') || standardFinalizers.has(name)
        ? []
        : [fieldInvalid(`metadata.finalizers[${at}]`, name, why)],
    );
}

/** The standard finalizers of Kubernetes, which have no domain prefix. */
export const standardFinalizers: ReadonlySet<string> = new Set([
  'orphan',
  'foregroundDeletion',
  'kubernetes',
]);

export function labelErrors(labels: unknown, path: string): readonly FieldError[] {
  return texts(labels).flatMap(([key, value]) => [
    ...qualifiedNameProblems(key).map((why) => fieldInvalid(path, key, why)),
    ...labelValueProblems(value).map((why) => fieldInvalid(path, value, why)),
  ]);
}

/** Returns the errors in the annotations of an object: invalid keys, and a total size above the limit. */
export function annotationErrors(annotations: unknown, path: string): readonly FieldError[] {
  const all = texts(annotations);
  const errors = all.flatMap(([key]) =>
    qualifiedNameProblems(key.toLowerCase()).map((why) => fieldInvalid(path, key, why)),
  );
  const size = all.reduce((sum, [key, value]) => sum + bytesIn(key) + bytesIn(value), 0);
  return size > maxBytes ? [...errors, fieldTooLong(path, maxBytes)] : errors;
}

/** The maximum size, in bytes, of all annotations of an object together. */
const maxBytes = 262_144;

const bytesIn = (value: string): number => Buffer.byteLength(value);

function finalizerErrors(finalizers: unknown, path: string): readonly FieldError[] {
  if (!Array.isArray(finalizers)) return [];
  const names = finalizers.map(String);
  const errors = names.flatMap((name) =>
    qualifiedNameProblems(name).map((why) => fieldInvalid(path, name, why)),
  );
  if (!names.includes('orphan') || !names.includes('foregroundDeletion')) return errors;
  const why = 'finalizer orphan and foregroundDeletion cannot be both set';
  return [...errors, fieldInvalid(path, names, why)];
}

const texts = (map: unknown): readonly (readonly [string, string])[] =>
  isRecord(map) ? Object.entries(map).map(([key, value]) => [key, String(value)] as const) : [];
