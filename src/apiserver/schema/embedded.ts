import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { alphabeticLabelProblem } from '../metadata/dns-name.ts';
import { metadataErrors } from '../metadata/metadata-errors.ts';
import { groupVersionOf } from '../metadata/owner-errors.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { type FieldPath, memberOf } from './path.ts';

/**
 * Returns the errors in an embedded object, which is a whole object with `kind`, `apiVersion` and `metadata` inside
 * another object.
 */
export function embeddedErrors(object: Json, path: FieldPath): readonly FieldError[] {
  const { metadata } = object;
  return [
    ...textErrors(object, path, 'apiVersion', (value) =>
      groupVersionOf(value).version === '' ? `unexpected GroupVersion string: ${value}` : undefined,
    ),
    ...textErrors(object, path, 'kind', kindProblem),
    ...(isRecord(metadata) ? metadataErrors(metadata, memberOf(path, 'metadata')) : []),
  ];
}

/** Returns the error message for an invalid `kind`. Returns `undefined` for a valid `kind`. */
export function kindProblem(kind: string): string | undefined {
  const problem = alphabeticLabelProblem(kind.toLowerCase());
  return problem && `may have mixed case, but should otherwise match: ${problem}`;
}

function textErrors(
  object: Json,
  path: FieldPath,
  name: string,
  problemOf: (value: string) => string | undefined,
): readonly FieldError[] {
  const value = object[name];
  if (typeof value !== 'string' || value === '') return [fieldRequired(memberOf(path, name), '')];
  const problem = problemOf(value);
  return problem === undefined ? [] : [fieldInvalid(memberOf(path, name), value, problem)];
}
