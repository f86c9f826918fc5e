import { type Atom, deduced, kindOf, type ListAtom, type MapAtom, memberAtom, type Scalar } from './atom.ts';
import { itemElement } from './list-item.ts';
import { elementText, fieldElement, type PathElement } from './path-element.ts';

/** What is wrong with a value, each with the way to it: `.spec.size: expected numeric …`. */
export type ValidationErrors = readonly string[];

/**
 * Whether a value fits its type, in the words of structured-merge-diff. It is the form that is looked at, no more: what
 * the value must be like is for validation to say.
 *
 * @param allowDuplicates - whether a list may hold several items with one key
 */
export function validate(atom: Atom, value: unknown, allowDuplicates: boolean): ValidationErrors {
  const found = deduced(atom, value);
  const { map, list, scalar = 'untyped' } = found;
  const kind = kindOf(found);
  if (kind === 'map' && map !== undefined) return validateMap(map, value, allowDuplicates);
  if (kind === 'list' && list !== undefined) return validateList(list, value, allowDuplicates);
  return validateScalar(scalar, value);
}

/** All of them in one text. */
export function errorText(errors: ValidationErrors): string {
  return errors.length === 1 ? errors.join() : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
}

function validateMap(map: MapAtom, value: unknown, allowDuplicates: boolean): ValidationErrors {
  if (value === null) return [];
  if (typeof value !== 'object' || Array.isArray(value)) return [`: expected map, got ${goValue(value)}`];
  const errors: string[] = [];
  for (const [name, below] of Object.entries(value)) {
    const atom = memberAtom(map, name);
    const element = fieldElement(name);
    if (atom === undefined) return [...errors, ...within(element, [': field not declared in schema'])];
    errors.push(...within(element, validate(atom, below, allowDuplicates)));
  }
  return errors;
}

function validateList(list: ListAtom, value: unknown, allowDuplicates: boolean): ValidationErrors {
  if (value === null) return [];
  if (!Array.isArray(value)) return [`: expected list, got ${goValue(value)}`];
  const seen = new Set<PathElement>();
  const errors: string[] = [];
  for (const [at, item] of value.entries()) {
    let element: PathElement = `i:${at}`;
    if (!list.atomic) {
      try {
        element = itemElement(list, item);
      } catch (error) {
        return [...errors, `: element ${at}: ${error instanceof Error ? error.message : String(error)}`];
      }
      if (seen.has(element) && !allowDuplicates) {
        errors.push(`: duplicate entries for key ${elementText(element)}`);
      }
      seen.add(element);
    }
    errors.push(...within(element, validate(list.items, item, allowDuplicates)));
  }
  return errors;
}

function validateScalar(scalar: Scalar, value: unknown): ValidationErrors {
  if (value === null || value === undefined) return [];
  switch (scalar) {
    case 'numeric':
      return typeof value === 'number' ? [] : [`: expected numeric (int or float), got ${goType(value)}`];
    case 'string':
      return typeof value === 'string' ? [] : [`: expected string, got ${goSyntax(value)}`];
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`: expected boolean, got ${goValue(value)}`];
    case 'untyped':
      return typeof value === 'object' ? [`: expected any scalar, got ${goValue(value)}`] : [];
  }
}

const within = (element: PathElement, errors: ValidationErrors): ValidationErrors =>
  errors.map((error) => elementText(element) + error);

/** As `%v` prints the value of a test. */
const goValue = (value: unknown): string => `&{${text(value)}}`;

const text = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(text).join(' ')}]`;
  if (value === null || value === undefined) return '<nil>';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, below]) => `${name}:${text(below)}`).join(' ')}]`;
};

/** As `%#v` prints it. */
const goSyntax = (value: unknown): string => `&value.valueUnstructured{Value:${JSON.stringify(value)}}`;

const goType = (value: unknown): string => {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};
