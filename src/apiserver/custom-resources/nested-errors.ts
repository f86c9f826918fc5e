import type { Json } from '../json.ts';
import { type FieldError, fieldForbidden } from '../status/invalid.ts';

/**
 * Checks a schema inside `allOf`, `anyOf`, `oneOf` or `not`. A schema inside `allOf`, `anyOf`, `oneOf` or `not` may
 * restrict values, but may not define structure.
 */
export function nestedErrors(schema: Json, path: string): readonly FieldError[] {
  return Object.entries(forbidden).flatMap(([why, words]) =>
    words
      .filter((word) => Object.hasOwn(schema, word) && schema[word] !== false)
      .map((word) => fieldForbidden(`${path}.${word}`, `must be ${why} to be structural`)),
  );
}

const forbidden: Readonly<Record<string, readonly string[]>> = {
  undefined: ['additionalProperties', 'default', 'x-kubernetes-list-type', 'x-kubernetes-map-type'],
  empty: ['type', 'title', 'description', 'x-kubernetes-list-map-keys'],
  false: [
    'nullable',
    'x-kubernetes-preserve-unknown-fields',
    'x-kubernetes-embedded-resource',
    'x-kubernetes-int-or-string',
  ],
};
