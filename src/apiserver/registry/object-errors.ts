import type { StoredObject } from '../json.ts';
import { metadataErrors, standardFinalizerErrors } from '../metadata/metadata-errors.ts';
import type { Resource } from '../resources/resource.ts';
import type { FieldError } from '../status/invalid.ts';
import type { ObjectInput } from './object-input.ts';

/** What is wrong with an object but for its name: with its metadata, and by the rules of its kind. */
export function objectErrors(
  resource: Resource,
  object: ObjectInput,
  existing: StoredObject | undefined,
): readonly FieldError[] {
  const { metadata } = object;
  return [
    ...metadataErrors(metadata),
    ...(resource.builtIn && resource.group !== 'apiextensions.k8s.io'
      ? standardFinalizerErrors(metadata)
      : []),
    ...resource.validate(object, existing),
  ];
}
