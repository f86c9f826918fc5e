import type { StoredObject } from '../json.ts';
import { metadataErrors, standardFinalizerErrors } from '../metadata/metadata-errors.ts';
import type { Resource } from '../resources/resource.ts';
import type { FieldError } from '../status/invalid.ts';
import { declaredErrors } from '../validation/declared-rules.ts';
import type { ObjectInput } from './object-input.ts';

/** Returns the errors in an object: in its metadata, except for the name, and by the validation rules of its kind. */
export function objectErrors(
  resource: Resource,
  object: ObjectInput,
  existing: StoredObject | undefined,
): readonly FieldError[] {
  const { metadata } = object;
  const errors = [
    ...metadataErrors(metadata),
    ...(resource.builtIn && resource.group !== 'apiextensions.k8s.io'
      ? standardFinalizerErrors(metadata)
      : []),
    ...resource.validate(object, existing),
  ];
  return resource.builtIn ? [...errors, ...otherErrors(declaredErrors(object, existing), errors)] : errors;
}

/**
 * Returns the errors of the generated rules for the fields that have no other error. The handwritten rules of a kind
 * repeat some generated rules. If both rules report an error in a field, only the handwritten error is kept, because it
 * has the message of the kube-apiserver.
 */
function otherErrors(declared: readonly FieldError[], errors: readonly FieldError[]): readonly FieldError[] {
  const fields = new Set(errors.map(({ field }) => field));
  return declared.filter(({ field }) => !fields.has(field));
}
