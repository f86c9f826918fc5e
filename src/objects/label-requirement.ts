import type { StringMap } from './kube-object.ts';
import { checkRequirement, int64, type LabelOperator, type Refusal } from './requirement-check.ts';

/** One condition on one label. A selector is some of them, and all must hold. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** As they were given; none for `exists` and `!`. */
  readonly values: readonly string[];
  matches(labels: StringMap): boolean;
  /** As Go prints it, the values sorted. */
  toString(): string;
}

/**
 * A requirement, once its parts are found right (`labels.NewRequirement`).
 *
 * @throws what `refuse` makes
 */
export function labelRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  refuse: Refusal,
): LabelRequirement {
  checkRequirement(key, operator, values, refuse);
  const test = tests[operator](values);
  return {
    key,
    operator,
    values,
    // A label may be called `constructor`.
    matches: (labels) => test(Object.hasOwn(labels, key) ? labels[key] : undefined),
    toString: () => print(key, operator, [...values].sort().join(',')),
  };
}

type Test = (label: string | undefined) => boolean;

/** An absent label matches what denies (`!=`, `notin`, `!`) and nothing else. */
const tests: Readonly<Record<LabelOperator, (values: readonly string[]) => Test>> = {
  '=': isOneOf,
  '==': isOneOf,
  '!=': isNoneOf,
  in: isOneOf,
  notin: isNoneOf,
  exists: () => (label) => label !== undefined,
  '!': () => (label) => label === undefined,
  gt: (values) => compares(values, (label, bound) => label > bound),
  lt: (values) => compares(values, (label, bound) => label < bound),
};

function isOneOf(values: readonly string[]): Test {
  const wanted = new Set<string | undefined>(values);
  return (label) => wanted.has(label);
}

function isNoneOf(values: readonly string[]): Test {
  const unwanted = new Set<string | undefined>(values);
  return (label) => !unwanted.has(label);
}

function compares([value = '']: readonly string[], holds: (label: bigint, bound: bigint) => boolean): Test {
  const bound = int64(value);
  return (label) => {
    const number = label === undefined ? undefined : int64(label);
    return number !== undefined && bound !== undefined && holds(number, bound);
  };
}

function print(key: string, operator: LabelOperator, values: string): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values})`;
    case 'gt':
      return `${key}>${values}`;
    case 'lt':
      return `${key}<${values}`;
    default:
      return `${key}${operator}${values}`;
  }
}
