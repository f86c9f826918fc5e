import { type Oversize, textOversize } from '../../objects/index.ts';
import { oversize } from '../json-size.ts';
import { tooDeep, tooManyValues } from '../status/refusals.ts';

/**
 * Limits the work for a body. Recursive functions run once for each level, and each value takes about 10 µs, in which
 * the server answers no other request.
 *
 * @throws Refusal 400 for a value that is too deep, 413 for too many values
 */
export function checkSize(value: unknown, most: number = maxValues): void {
  refuse(oversize(value, most), most);
}

/**
 * Does the same for a JSON text, before it is parsed.
 *
 * @throws Refusal 400, 413
 */
export function checkText(text: string, most: number = maxValues): void {
  refuse(textOversize(text, most), most);
}

/** Checks whether a text will be refused. Then warnings about its fields are not needed. */
export const isOversized = (text: string): boolean => textOversize(text, maxValues) !== undefined;

function refuse(problem: Oversize | undefined, most: number): void {
  if (problem === 'too deep') throw tooDeep();
  if (problem === 'too many') throw tooManyValues('body', most);
}

/**
 * kube-apiserver limits only the bytes. The largest definitions have 17,824 values, and few other objects have 10,000.
 */
const maxValues = 20_000;

/** For a JSON patch: the allowed 10,000 operations with four values each, and the values that they contain. */
export const maxOfJsonPatch = 50_000;
