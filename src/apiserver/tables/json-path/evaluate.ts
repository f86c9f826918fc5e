import { isRecord } from '../../../objects/index.ts';
import { own } from '../../json.ts';
import type { Effort } from './effort.ts';
import { JsonPathError, type Operator, type Path, type Slice, type Step } from './path.ts';

/**
 * Returns the values that a JSONPath selects in a value. A missing member selects no value.
 *
 * @throws JsonPathError for an index out of bounds, for an invalid comparison, and if the evaluation needs too much
 * work
 */
export function evaluate(path: Path, value: unknown, effort: Effort): readonly unknown[] {
  return along(path, [value], effort);
}

function along(path: Path, from: readonly unknown[], effort: Effort): readonly unknown[] {
  return path.reduce((found, step) => follow(step, found, effort), from);
}

function follow(step: Step, found: readonly unknown[], effort: Effort): readonly unknown[] {
  effort.spend(1 + found.length);
  const present = found.filter((value) => value !== null && value !== undefined);
  switch (step.step) {
    case 'field':
      return present.flatMap((value) => memberOf(value, step.name));
    case 'wildcard':
      return present.flatMap((value) => childrenOf(value, effort));
    case 'recursive':
      return present.flatMap((value) => withDescendants(value, effort));
    case 'slice':
      return present.flatMap((value) => {
        const list = listOf(value);
        effort.spend(list.length);
        return sliced(list, step.slice);
      });
    case 'union':
      return step.paths.flatMap((path) => along(path, found, effort));
    case 'filter':
      return found.flatMap((value) => listOf(value).filter((item) => passes(step, item, effort)));
    case 'literal':
      return [step.value];
  }
}

function memberOf(value: unknown, name: string): readonly unknown[] {
  const member = isRecord(value) ? own(value, name) : undefined;
  return member === undefined ? [] : [member];
}

function childrenOf(value: unknown, effort: Effort): readonly unknown[] {
  const children = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  effort.spend(children.length);
  return children;
}

/**
 * Implements `..` of a JSONPath. Returns the value and all its descendants, except for empty objects, empty lists,
 * texts, numbers and booleans.
 */
function withDescendants(value: unknown, effort: Effort): readonly unknown[] {
  const all: unknown[] = [];
  const add = (one: unknown): void => {
    const children = childrenOf(one, effort);
    if (children.length === 0) return;
    all.push(one);
    children.forEach(add);
  };
  add(value);
  return all;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new JsonPathError('it is not array or slice');
}

function sliced(list: readonly unknown[], { from, to, by, single }: Slice): readonly unknown[] {
  const { length } = list;
  const start = from < 0 ? from + length : from;
  const fromEnd = to !== undefined && (to < 0 || (to === 0 && single));
  const end = (to ?? length) + (fromEnd ? length : 0);
  if (start === end) return [];
  if (start < 0 || start >= length || end < 0 || end > length || start > end)
    throw new JsonPathError(`array index out of bounds: ${start}:${end}, length ${length}`);
  if (by <= 0) throw new JsonPathError('step must be > 0');
  return list.slice(start, end).filter((_, index) => index % by === 0);
}

function passes(
  { left, operator, right }: Step & { step: 'filter' },
  item: unknown,
  effort: Effort,
): boolean {
  const lefts = evaluate(left, item, effort);
  if (operator === 'exists') return lefts.length > 0;
  const rights = evaluate(right, item, effort);
  if (lefts.length === 0 || rights.length === 0) return false;
  if (lefts.length > 1 || rights.length > 1)
    throw new JsonPathError('can only compare one element at a time');
  return compare(operator, lefts[0], rights[0]);
}

function compare(operator: Exclude<Operator, 'exists'>, left: unknown, right: unknown): boolean {
  if (typeof left === 'boolean' && typeof right === 'boolean') {
    if (operator === '==') return left === right;
    if (operator === '!=') return left !== right;
  }
  if (typeof left === 'string' && typeof right === 'string') return ordered(operator, left, right);
  if (typeof left === 'number' && typeof right === 'number') return ordered(operator, left, right);
  throw new JsonPathError('incompatible types for comparison');
}

function ordered<T extends string | number>(
  operator: Exclude<Operator, 'exists'>,
  left: T,
  right: T,
): boolean {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
