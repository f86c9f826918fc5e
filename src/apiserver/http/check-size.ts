import { type Oversize, textOversize } from '../../objects/index.ts';
import { oversize } from '../json-size.ts';
import { tooDeep, tooManyValues } from '../status/refusals.ts';

/**
 * Bounds the work for a body: functions call themselves for each level, and each value takes about 10 µs of the server, in
 * which no other request is answered.
 *
 * @throws Refusal 400 for what is too deep, 413 for too many values
 */
export function checkSize(value: unknown, most: number = mostValues): void {
  refuse(oversize(value, most), most);
}

/**
 * The same of a text in JSON, before it is parsed.
 *
 * @throws Refusal 400, 413
 */
export function checkText(text: string, most: number = mostValues): void {
  refuse(textOversize(text, most), most);
}

/** Whether a text will be refused: warnings about its fields are not needed. */
export const isOversized = (text: string): boolean => textOversize(text, mostValues) !== undefined;

function refuse(problem: Oversize | undefined, most: number): void {
  if (problem === 'too deep') throw tooDeep();
  if (problem === 'too many') throw tooManyValues('body', most);
}

/** The real server counts bytes alone. The largest definitions have 17,824 values, and few other objects have 10,000. */
const mostValues = 20_000;

/** In a JSON patch: the 10,000 operations that it may have, with four values each, and what they bring. */
export const mostOfJsonPatch = 50_000;
