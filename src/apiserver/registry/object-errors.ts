import type { StoredObject } from '../json.ts';
import { metadataErrors, standardFinalizerErrors } from '../metadata/metadata-errors.ts';
import type { Resource } from '../resources/resource.ts';
import type { FieldError } from '../status/invalid.ts';
import { declaredErrors } from '../validation/declared-rules.ts';
import type { ObjectInput } from './object-input.ts';

/** Returns the errors in the metadata of an object and the errors by the rules of its kind. Does not check the name. */
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
 * Returns the declared errors of the fields that have no error by the rules of the kind. The rules of a kind repeat
 * some declared rules, with the messages of the kube-apiserver.
 */
function otherErrors(declared: readonly FieldError[], errors: readonly FieldError[]): readonly FieldError[] {
  const fields = new Set(errors.map(({ field }) => field));
  return declared.filter(({ field }) => !fields.has(field));
}
