import type { StringMap } from './kube-object.ts';
import { labelKeyProblem, labelValueProblem } from './label-syntax.ts';

/** What a requirement asks of a label; the words of apimachinery's `selection.Operator`. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

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

/** Makes the error for a part of a requirement: its key, its values as a whole, or the value at an index. */
export type Refusal = (part: 'key' | 'values' | number, problem: string) => Error;

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
  const keyProblem = labelKeyProblem(key);
  if (keyProblem !== undefined) throw refuse('key', keyProblem);

  const [allowed, counts] = valueCounts[operator];
  if (!counts(values.length)) throw refuse('values', `the operator ${operator} takes ${allowed}`);

  values.forEach((value, index) => {
    const whole = operator !== 'gt' && operator !== 'lt' ? undefined : wholeNumberProblem(value);
    const problem = labelValueProblem(value) ?? whole;
    if (problem !== undefined) throw refuse(index, problem);
  });

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

type Count = readonly [allowed: string, test: (count: number) => boolean];
const none: Count = ['no value', (count) => count === 0];
const one: Count = ['one value', (count) => count === 1];
const some: Count = ['one value or more', (count) => count > 0];

const valueCounts: Readonly<Record<LabelOperator, Count>> = {
  '=': one,
  '==': one,
  '!=': one,
  in: some,
  notin: some,
  exists: none,
  '!': none,
  gt: one,
  lt: one,
};

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

/** Go's `strconv.ParseInt(text, 10, 64)`: a number beyond 64 bits is none. */
function int64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const number = BigInt(text);
  return number === BigInt.asIntN(64, number) ? number : undefined;
}

function wholeNumberProblem(value: string): string | undefined {
  return int64(value) === undefined ? '> and < compare with a whole number of 64 bits at most' : undefined;
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
