import { isSame, type Json } from '../json.ts';
import { alphabeticLabelProblem } from '../metadata/dns-name.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { columnErrors } from './column-errors.ts';
import { objectIn, objectsIn, rootOf, textIn } from './definition.ts';
import { selectableFieldErrors } from './selectable-field-errors.ts';
import { structuralErrors } from './structural-errors.ts';
import { subresourceErrors } from './subresource-errors.ts';

/** What is wrong with the versions of a custom resource. */
export function versionsErrors(versions: readonly Json[]): readonly FieldError[] {
  const places = placesOf(versions);
  return [
    ...versions.flatMap((version, at) => versionErrors(version, `spec.versions[${at}]`)),
    ...places.flatMap(({ version, schema, subresources, columns, fields }) => {
      const root = rootOf(version);
      return [
        ...(schema === undefined || root === undefined ? [] : structuralErrors(root, schema)),
        ...(subresources === undefined
          ? []
          : subresourceErrors(objectIn(version, 'subresources'), subresources)),
        ...(columns === undefined
          ? []
          : columnErrors(objectsIn(version, 'additionalPrinterColumns'), columns)),
        ...(fields === undefined ? [] : selectableFieldErrors(version, fields)),
      ];
    }),
  ];
}

function versionErrors(version: Json, path: string): readonly FieldError[] {
  const name = textIn(version, 'name');
  const problem = alphabeticLabelProblem(name);
  return [
    ...(name === '' ? [fieldRequired(`${path}.name`, '')] : []),
    ...(name !== '' && problem !== undefined ? [fieldInvalid(`${path}.name`, name, problem)] : []),
    ...(rootOf(version) === undefined ? [fieldRequired(`${path}.schema.openAPIV3Schema`, '')] : []),
    ...deprecationErrors(version, path),
  ];
}

function deprecationErrors({ deprecated, deprecationWarning }: Json, path: string): readonly FieldError[] {
  if (deprecationWarning === undefined || deprecated === true) return [];
  return [
    fieldInvalid(`${path}.deprecationWarning`, deprecationWarning, 'can only be set for deprecated versions'),
  ];
}

/** Where the parts of a version are said to stand; one that is told elsewhere has no place. */
interface Places {
  readonly version: Json;
  readonly schema: string | undefined;
  readonly subresources: string | undefined;
  readonly columns: string | undefined;
  readonly fields: string | undefined;
}

/**
 * What is the same in all versions the real server moves to the top before it looks at it, and names it by its place
 * there.
 */
function placesOf(versions: readonly Json[]): readonly Places[] {
  const [first] = versions;
  const place = (at: number, word: string, top: string, inner: string): string | undefined => {
    const isCommon = versions.every((version) => isSame(version[word], first?.[word]));
    if (isCommon) return at === 0 ? top : undefined;
    return `spec.versions[${at}].${inner}`;
  };
  return versions.map((version, at) => ({
    version,
    schema: place(at, 'schema', 'spec.validation.openAPIV3Schema', 'schema.openAPIV3Schema'),
    subresources: place(at, 'subresources', 'spec.subresources', 'subresources'),
    columns: place(
      at,
      'additionalPrinterColumns',
      'spec.additionalPrinterColumns',
      'additionalPrinterColumns',
    ),
    fields: place(at, 'selectableFields', 'spec.selectableFields', 'selectableFields'),
  }));
}
