import { type Json, own } from '../json.ts';
import { namesIn } from '../resources/resource.ts';
import {
  type FieldError,
  fieldDuplicate,
  fieldInvalid,
  fieldRequired,
  fieldTooMany,
} from '../status/invalid.ts';
import { objectIn, objectsIn, rootOf, textIn } from './definition.ts';
import { isSimplePath } from './simple-path.ts';

/** Validates `selectableFields` of one version of a CRD: the fields that field selectors may use. */
export function selectableFieldErrors(version: Json, path: string): readonly FieldError[] {
  const fields = objectsIn(version, 'selectableFields').map((field) => textIn(field, 'jsonPath'));
  const different = new Set(fields).size;
  if (different > most) return [fieldTooMany(path, different, most)];
  return fields.flatMap((field, at) => {
    const place = `${path}[${at}].jsonPath`;
    if (field === '') return [fieldRequired(place, '')];
    const problem = problemOf(field, rootOf(version) ?? {});
    if (problem !== undefined) return [fieldInvalid(place, field, problem)];
    return fields.indexOf(field) < at ? [fieldDuplicate(place, field)] : [];
  });
}

const most = 8;

function problemOf(field: string, root: Json): string | undefined {
  if (!isSimplePath(field)) {
    const [first = ''] = namesIn(field);
    return `is an invalid path: expected [ or . but got: ${first}`;
  }
  if (field.includes('[')) return 'is an invalid path: array notation is not allowed';
  const names = namesIn(field);
  const found =
    names[0] === 'metadata'
      ? undefined
      : names.reduce<Json | undefined>((schema, name) => {
          const inner =
            schema && (own(objectIn(schema, 'properties'), name) ?? schema['additionalProperties']);
          return inner === undefined ? undefined : objectIn({ inner }, 'inner');
        }, root);
  if (found === undefined) return 'is an invalid path: does not refer to a valid field';
  return ['string', 'boolean', 'integer'].includes(textIn(found, 'type')) ? undefined : wrongType;
}

const wrongType =
  'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
