import { subdomainProblem } from './dns-name.ts';

/**
 * Returns the errors in a finalizer, or in the key of a label or an annotation. A valid text has the format `name` or
 * `domain/name`.
 */
export function qualifiedNameProblems(key: string): readonly string[] {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) return [`a valid label key ${partText} ${optionalPrefix}`];
  const name = second ?? first;
  return [...(second === undefined ? [] : prefixProblems(first)), ...nameProblems(name)];
}

function prefixProblems(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const problem = subdomainProblem(prefix, 'bytes');
  return problem === undefined ? [] : [`prefix part ${problem}`];
}

function nameProblems(name: string): readonly string[] {
  return [
    ...(name === '' ? ['name part must be non-empty'] : []),
    ...(name.length > 63 ? ['name part must be no more than 63 bytes'] : []),
    ...(namePart.test(name) ? [] : [`name part ${partText}`]),
  ];
}

export function labelValueProblems(value: string): readonly string[] {
  return [
    ...(value.length > 63 ? ['must be no more than 63 bytes'] : []),
    ...(value === '' || namePart.test(value) ? [] : [valueText]),
  ];
}

const namePart = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;

const partText =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is " +
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

const optionalPrefix = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";

const valueText =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is " +
  "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
