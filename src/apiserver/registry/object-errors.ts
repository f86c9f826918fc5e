import type { StoredObject } from '../json.ts';
import { metadataErrors, standardFinalizerErrors } from '../metadata/metadata-errors.ts';
import type { Resource } from '../resources/resource.ts';
import type { FieldError } from '../status/invalid.ts';
import { declaredErrors } from '../validation/declared-rules.ts';
import type { ObjectInput } from './object-input.ts';

/** What is wrong with an object but for its name: with its metadata, and by the rules of its kind. */
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

/** Some declared rules are written in the rules of the kind too, which word their messages as the real server does. */
function otherErrors(declared: readonly FieldError[], errors: readonly FieldError[]): readonly FieldError[] {
  const fields = new Set(errors.map(({ field }) => field));
  return declared.filter(({ field }) => !fields.has(field));
}
