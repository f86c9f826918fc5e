import { isSame, type Json } from '../json.ts';
import { alphabeticLabelProblem } from '../metadata/dns-name.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { columnErrors } from './column-errors.ts';
import { defaultValidator } from './default-errors.ts';
import { objectIn, objectsIn, rootOf, textIn } from './definition.ts';
import { patternProblems } from './pattern-errors.ts';
import { selectableFieldErrors } from './selectable-field-errors.ts';
import { structuralErrors } from './structural-errors.ts';
import { subresourceErrors } from './subresource-errors.ts';

export function versionsErrors(versions: readonly Json[]): readonly FieldError[] {
  const places = placesOf(versions);
  const defaults = defaultValidator();
  const roots = places.map(({ version, schema }) => (schema === undefined ? undefined : rootOf(version)));
  const patterns = patternProblems(roots.filter((root) => root !== undefined));
  return [
    ...versions.flatMap((version, at) => versionErrors(version, `spec.versions[${at}]`)),
    ...firstNameErrors(versions),
    ...places.flatMap(({ version, schema, subresources, columns, fields }, at) => {
      const root = roots[at];
      return [
        ...(schema === undefined || root === undefined
          ? []
          : structuralErrors(root, schema, { patterns, defaults })),
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
    ...(problem === undefined ? [] : [fieldInvalid(`${path}.name`, name, problem)]),
    ...(rootOf(version) === undefined ? [fieldRequired(`${path}.schema.openAPIV3Schema`, '')] : []),
    ...deprecationErrors(version, path),
  ];
}

/**
 * Validates the name of the first version again, under the path `spec.version`. kube-apiserver copies the first version
 * into `spec.version`, because older CRDs had only one version.
 */
function firstNameErrors([first = {}]: readonly Json[]): readonly FieldError[] {
  const name = textIn(first, 'name');
  const problem = name === '' ? undefined : alphabeticLabelProblem(name);
  return problem === undefined ? [] : [fieldInvalid('spec.version', name, problem)];
}

function deprecationErrors({ deprecated, deprecationWarning }: Json, path: string): readonly FieldError[] {
  if (typeof deprecationWarning !== 'string') return [];
  const problems = [
    ...(deprecated === true ? [] : ['can only be set for deprecated versions']),
    ...warningProblems(deprecationWarning),
  ];
  return problems.map((why) => fieldInvalid(`${path}.deprecationWarning`, deprecationWarning, why));
}

/**
 * Validates the text of a deprecation warning. The server sends the text in a response header, so the characters are
 * restricted.
 */
function warningProblems(text: string): readonly string[] {
  if (text === '') return ['must not be an empty string'];
  if (text.length > 256) return ['must be <= 256 characters long'];
  const at = text.search(/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u);
  return at < 0
    ? []
    : [`must only contain printable UTF-8 characters; non-printable character found at index ${at}`];
}

/**
 * The paths for the errors of one version. If a part, for example the columns, is equal in all versions, only the first
 * version has a path for the part.
 */
interface Places {
  readonly version: Json;
  readonly schema: string | undefined;
  readonly subresources: string | undefined;
  readonly columns: string | undefined;
  readonly fields: string | undefined;
}

/**
 * Returns the paths for the errors of each version. If a part is the same in all versions, kube-apiserver moves the
 * part to the top level before the validation. The error then contains the path at the top level.
 */
function placesOf(versions: readonly Json[]): readonly Places[] {
  const placesOfPart = (word: string, top: string, inner: string): readonly (string | undefined)[] => {
    const isCommon = versions.every((version) => isSame(version[word], versions[0]?.[word]));
    return versions.map((_, at) => {
      if (isCommon) return at === 0 ? top : undefined;
      return `spec.versions[${at}].${inner}`;
    });
  };
  const atTop = (word: string): readonly (string | undefined)[] => placesOfPart(word, `spec.${word}`, word);
  const schemas = placesOfPart('schema', 'spec.validation.openAPIV3Schema', 'schema.openAPIV3Schema');
  const subresources = atTop('subresources');
  const columns = atTop('additionalPrinterColumns');
  const fields = atTop('selectableFields');
  return versions.map((version, at) => ({
    version,
    schema: schemas[at],
    subresources: subresources[at],
    columns: columns[at],
    fields: fields[at],
  }));
}
