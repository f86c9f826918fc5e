import type { Json } from '../json.ts';
import { alphabeticLabelProblem } from '../metadata/dns-name.ts';
import { kindProblem } from '../schema/embedded.ts';
import { type FieldError, fieldInvalid, fieldRequired } from '../status/invalid.ts';
import { textIn } from './definition.ts';

/** Validates the names in the spec of a CRD, for example the plural and the kind. */
export function namesErrors(names: Json, path: string): readonly FieldError[] {
  const kind = textIn(names, 'kind');
  const listKind = textIn(names, 'listKind');
  const required = ['plural', 'singular', 'kind', 'listKind'];
  return [
    ...required.flatMap((name) => (textIn(names, name) === '' ? [fieldRequired(`${path}.${name}`, '')] : [])),
    ...['plural', 'singular'].flatMap((name) =>
      problems(`${path}.${name}`, textIn(names, name), alphabeticLabelProblem),
    ),
    ...['kind', 'listKind'].flatMap((name) => problems(`${path}.${name}`, textIn(names, name), kindProblem)),
    ...['shortNames', 'categories'].flatMap((name) =>
      texts(names[name]).flatMap((text, at) =>
        invalidBy(`${path}.${name}[${at}]`, text, alphabeticLabelProblem),
      ),
    ),
    ...(kind !== '' && kind === listKind
      ? [fieldInvalid(`${path}.listKind`, listKind, 'kind and listKind may not be the same')]
      : []),
  ];
}

function problems(
  path: string,
  value: string,
  problemOf: (value: string) => string | undefined,
): readonly FieldError[] {
  return value === '' ? [] : invalidBy(path, value, problemOf);
}

function invalidBy(
  path: string,
  value: string,
  problemOf: (value: string) => string | undefined,
): readonly FieldError[] {
  const problem = problemOf(value);
  return problem === undefined ? [] : [fieldInvalid(path, value, problem)];
}

const texts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
