import { type Atom, deduced, kindOf, type ListAtom, type MapAtom, memberAtom, type Scalar } from './atom.ts';
import { itemElement } from './list-item.ts';
import { maxErrors } from '../../status/most-errors.ts';
import { shortened, shownValue } from '../../status/shown-value.ts';
import { elementText, fieldElement, type PathElement, pathText } from './path-element.ts';

/** The errors of a value. Each error starts with the path: `.spec.size: expected numeric …`. */
export type ValidationErrors = readonly string[];

/**
 * Checks that a value has the structure of its type. The function checks only types: the validation of the resource
 * checks the values. The messages are the messages of structured-merge-diff. The function lists the first
 * {@link maxErrors} errors, and only counts the further errors.
 *
 * @param allowDuplicates - `true` if a list may have several items with the same key
 */
export function validate(atom: Atom, value: unknown, allowDuplicates: boolean): ValidationErrors {
  const walk: Walk = { path: [], errors: [], more: 0, allowDuplicates };
  validateValue(atom, value, walk);
  return walk.more === 0 ? walk.errors : [...walk.errors, `and ${walk.more} more`];
}

export function errorText(errors: ValidationErrors): string {
  return errors.length === 1 ? errors.join() : ['errors:', ...errors.map((error) => `  ${error}`)].join('\n');
}

interface Walk {
  /** The path to the value that the function checks at the moment. */
  readonly path: PathElement[];
  readonly errors: string[];
  /** The number of errors after the first {@link maxErrors} errors. */
  more: number;
  readonly allowDuplicates: boolean;
}

function addError(walk: Walk, why: string): void {
  if (walk.errors.length < maxErrors) walk.errors.push(`${pathText(walk.path)}: ${why}`);
  else walk.more++;
}

function validateValue(atom: Atom, value: unknown, walk: Walk): void {
  const found = deduced(atom, value);
  const { map, list, scalar = 'untyped' } = found;
  const kind = kindOf(found);
  if (kind === 'map' && map !== undefined) validateMap(map, value, walk);
  else if (kind === 'list' && list !== undefined) validateList(list, value, walk);
  else validateScalar(scalar, value, walk);
}

function validateBelow(element: PathElement, atom: Atom, value: unknown, walk: Walk): void {
  walk.path.push(element);
  validateValue(atom, value, walk);
  walk.path.pop();
}

function validateMap(map: MapAtom, value: unknown, walk: Walk): void {
  if (value === null) return;
  if (typeof value !== 'object' || Array.isArray(value)) {
    addError(walk, `expected map, got ${goValue(value)}`);
    return;
  }
  for (const [name, below] of Object.entries(value)) {
    const atom = memberAtom(map, name);
    const element = fieldElement(name);
    if (atom === undefined) {
      walk.path.push(element);
      addError(walk, 'field not declared in schema');
      walk.path.pop();
      return;
    }
    validateBelow(element, atom, below, walk);
  }
}

function validateList(list: ListAtom, value: unknown, walk: Walk): void {
  if (value === null) return;
  if (!Array.isArray(value)) {
    addError(walk, `expected list, got ${goValue(value)}`);
    return;
  }
  const seen = new Set<PathElement>();
  for (const [at, item] of value.entries()) {
    let element: PathElement = `i:${at}`;
    if (!list.atomic) {
      try {
        element = itemElement(list, item);
      } catch (error) {
        addError(walk, `element ${at}: ${error instanceof Error ? error.message : String(error)}`);
        return;
      }
      if (seen.has(element) && !walk.allowDuplicates) {
        addError(walk, `duplicate entries for key ${elementText(element)}`);
      }
      seen.add(element);
    }
    validateBelow(element, list.items, item, walk);
  }
}

function validateScalar(scalar: Scalar, value: unknown, walk: Walk): void {
  if (value === null || value === undefined) return;
  switch (scalar) {
    case 'numeric':
      if (typeof value !== 'number') addError(walk, `expected numeric (int or float), got ${goType(value)}`);
      return;
    case 'string':
      if (typeof value !== 'string') addError(walk, `expected string, got ${goSyntax(value)}`);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') addError(walk, `expected boolean, got ${goValue(value)}`);
      return;
    case 'untyped':
      if (typeof value === 'object') addError(walk, `expected any scalar, got ${goValue(value)}`);
  }
}

/** Formats a value as Go's `%v` does. */
const goValue = (value: unknown): string => `&{${shortened(text(value))}}`;

const text = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(text).join(' ')}]`;
  if (value === null || value === undefined) return '<nil>';
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${members.map(([name, below]) => `${name}:${text(below)}`).join(' ')}]`;
};

/** Formats a value as Go's `%#v` does. */
const goSyntax = (value: unknown): string => `&value.valueUnstructured{Value:${shownValue(value)}}`;

const goType = (value: unknown): string => {
  if (Array.isArray(value)) return '[]interface {}';
  if (typeof value === 'object') return 'map[string]interface {}';
  return typeof value === 'boolean' ? 'bool' : typeof value;
};
