import type { StringMap } from './kube-object.ts';

/**
 * Describes the mistake in the key of a label, or returns `undefined` for a valid key. The format is `[DNS
 * subdomain/]name`, as in apimachinery's `IsLabelKey`.
 */
export function labelKeyProblem(key: string): string | undefined {
  const [first = '', second, ...more] = key.split('/');
  if (more.length > 0) return 'a label key has at most one slash';

  const prefix = second === undefined ? undefined : first;
  if (prefix !== undefined && (prefix.length > 253 || !subdomain.test(prefix))) {
    return 'the prefix of a label key is a DNS subdomain: lower case letters, digits, - and ., 253 characters at most';
  }
  return nameProblem('the name in a label key', second ?? first, 1);
}

/**
 * Describes the mistake in the value of a label, or returns `undefined` for a valid value. The empty value is
 * valid. The rules are those of apimachinery's `IsLabelValue`.
 */
export function labelValueProblem(value: string): string | undefined {
  return value === '' ? undefined : nameProblem('a label value', value, 0);
}

function nameProblem(what: string, text: string, least: 0 | 1): string | undefined {
  if (text.length <= 63 && name.test(text)) return undefined;
  return `${what} has ${least} to 63 letters, digits, -, _ and ., a letter or digit at both ends`;
}

const name = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;

/** The operator of a requirement, as in apimachinery's `selection.Operator`. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** Creates the error for one part of a requirement: for its key, or for the value with the given index. */
export type Refusal = (part: 'key' | number, problem: string) => Error;

/**
 * Checks the parts of a label requirement, as apimachinery's `labels.NewRequirement` does. The code that
 * matches labels is in another function, because a program that only sends a selector does not need it. The
 * parser checks how many values an operator has.
 *
 * @throws the error that `refuse` creates
 */
export function checkRequirement(
  key: string,
  operator: LabelOperator,
  values: readonly string[],
  refuse: Refusal,
): void {
  const keyProblem = labelKeyProblem(key);
  if (keyProblem !== undefined) throw refuse('key', keyProblem);

  values.forEach((value, index) => {
    const whole = operator !== 'gt' && operator !== 'lt' ? undefined : wholeNumberProblem(value);
    const problem = labelValueProblem(value) ?? whole;
    if (problem !== undefined) throw refuse(index, problem);
  });
}

/**
 * Parses a whole number like Go's `strconv.ParseInt(text, 10, 64)`. Returns `undefined` for another text, and
 * for a number of more than 64 bits.
 */
function int64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const number = BigInt(text);
  return number === BigInt.asIntN(64, number) ? number : undefined;
}

function wholeNumberProblem(value: string): string | undefined {
  return int64(value) === undefined ? '> and < compare with a whole number of 64 bits at most' : undefined;
}

/** One condition on one label. An object has to match all requirements of a selector. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** The values of the requirement. The array is empty for the operators `exists` and `!`. */
  readonly values: readonly string[];
  matches(labels: StringMap): boolean;
  /** Returns the requirement as the text that Go prints, with sorted values. */
  toString(): string;
}

/**
 * Checks the parts of a label requirement, and creates the requirement, as apimachinery's
 * `labels.NewRequirement` does.
 *
 * @throws the error that `refuse` creates
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
    // `Object.hasOwn` is necessary, because a label can have the name `constructor`.
    matches: (labels) => test(Object.hasOwn(labels, key) ? labels[key] : undefined),
    toString: () => print(key, operator, [...values].sort().join(',')),
  };
}

type Test = (label: string | undefined) => boolean;

/** The test of each operator. An absent label matches only the operators `!=`, `notin` and `!`. */
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
