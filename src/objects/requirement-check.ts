import { labelKeyProblem, labelValueProblem } from './label-syntax.ts';

/** What a requirement asks of a label; the words of apimachinery's `selection.Operator`. */
export type LabelOperator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

/** Makes the error for a part of a requirement: its key, or the value at an index. */
export type Refusal = (part: 'key' | number, problem: string) => Error;

/**
 * The checks of `labels.NewRequirement`, apart from what a requirement can do: who only sends a selector has no use for that.
 * How many values an operator takes is its grammar's to know.
 *
 * @throws what `refuse` makes
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

/** Go's `strconv.ParseInt(text, 10, 64)`: a number beyond 64 bits is none. */
export function int64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const number = BigInt(text);
  return number === BigInt.asIntN(64, number) ? number : undefined;
}

function wholeNumberProblem(value: string): string | undefined {
  return int64(value) === undefined ? '> and < compare with a whole number of 64 bits at most' : undefined;
}
