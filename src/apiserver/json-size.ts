import { deepestJson, isRecord, type Oversize } from '../objects/index.ts';

/**
 * The maximum number of values in an object. The limit is higher than the limit for the body of a request, because the
 * server adds values, for example managed fields.
 */
export const maxValues = 50_000;

/**
 * Counts the values inside a value, including the value itself. Counts the characters in all strings and member names.
 */
export function sizeOf(value: unknown): { readonly values: number; readonly characters: number } {
  const waiting: unknown[] = [value];
  let values = 0;
  let characters = 0;
  while (waiting.length > 0) {
    const one = waiting.pop();
    values++;
    if (typeof one === 'string') characters += one.length;
    else if (Array.isArray(one)) for (const item of one as readonly unknown[]) waiting.push(item);
    else if (isRecord(one)) {
      for (const name of Object.keys(one)) {
        characters += name.length;
        waiting.push(one[name]);
      }
    }
  }
  return { values, characters };
}

/**
 * Returns whether a value has too many values or is nested too deep. Reads the value level by level without recursion,
 * and stops as soon as the result is known.
 *
 * @param most - the maximum number of values. Members, items, and the value itself count.
 */
export function oversize(value: unknown, most: number = Number.POSITIVE_INFINITY): Oversize | undefined {
  let level: unknown[] = [value];
  let count = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepestJson) return 'too deep';
    count += level.length;
    if (count > most) return 'too many';
    const next: unknown[] = [];
    for (const one of level) {
      if (Array.isArray(one)) for (const item of one as readonly unknown[]) next.push(item);
      else if (isRecord(one)) for (const name of Object.keys(one)) next.push(one[name]);
      if (count + next.length > most) return 'too many';
    }
    level = next;
  }
  return undefined;
}

/**
 * Returns whether a value contains a number that is too large for a double. `JSON.parse` reads `1e400` as `Infinity`,
 * which JSON cannot represent.
 */
export function hasInfinity(value: unknown): boolean {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (one === Infinity || one === -Infinity) return true;
    if (Array.isArray(one)) for (const item of one as readonly unknown[]) waiting.push(item);
    else if (isRecord(one)) for (const name of Object.keys(one)) waiting.push(one[name]);
  }
  return false;
}

/**
 * Parses a JSON text inside an object, for example in an annotation. The checks of the body do not read such a text. If
 * the text were nested too deep, recursive functions would overflow the stack.
 *
 * @returns `undefined` for invalid JSON, and for JSON that is nested deeper than a body may be
 */
export function parsedText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return oversize(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
