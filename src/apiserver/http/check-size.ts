import { type Oversize, textOversize } from '../../objects/index.ts';
import { oversize } from '../json-size.ts';
import { tooDeep, tooManyValues } from '../status/refusals.ts';

/**
 * Limits the size of a body after parsing. The depth is limited because a recursive function calls itself once per
 * level, and too many levels would overflow the stack. The number of values is limited because each value takes about
 * 10 µs, and the server answers no other request during the work.
 *
 * @throws Refusal 400 for a value that is too deep
 * @throws Refusal 413 for too many values
 */
export function checkSize(value: unknown, most: number = maxValues): void {
  refuse(oversize(value, most), most);
}

/**
 * Limits the size of a JSON text before the text is parsed.
 *
 * @throws Refusal 400 for a text with too many levels
 * @throws Refusal 413 for a text with too many values
 */
export function checkText(text: string, most: number = maxValues): void {
  refuse(textOversize(text, most), most);
}

/**
 * Returns `true` if the server will refuse a text because of its size. Warnings about the fields of the text are then
 * not necessary.
 */
export const isOversized = (text: string): boolean => textOversize(text, maxValues) !== undefined;

function refuse(problem: Oversize | undefined, most: number): void {
  if (problem === 'too deep') throw tooDeep();
  if (problem === 'too many') throw tooManyValues('body', most);
}

/**
 * The maximum number of values in a body. kube-apiserver limits only the bytes of a body. The largest known
 * CustomResourceDefinitions have 17,824 values. Few objects of other kinds have 10,000 values.
 */
const maxValues = 20_000;

/**
 * The maximum number of values in a JSON patch. A JSON patch may have 10,000 operations with four values each, and the
 * operations contain further values.
 */
export const maxOfJsonPatch = 50_000;
