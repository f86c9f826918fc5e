import { deepestJson, isRecord, type Oversize } from '../objects/index.ts';

/** How many values an object may have: those of a body, its managed fields, and some more. */
export const mostValues = 50_000;

/** How many values are in a value, itself included, and how many characters are in its texts and names. */
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
 * Whether a value is larger than it may be: looked at level by level, without walking down, and no further than needed.
 *
 * @param most - values in it: members, items, and itself
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

/** Whether a number in a value is beyond what a double says: `JSON.parse` reads `1e400` as `Infinity`, which JSON cannot write. */
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
 * Parses a JSON text inside an object, as in an annotation. No check of the body has looked into it, and functions that walk
 * through a value would overflow the stack.
 *
 * @returns `undefined` for what is no JSON, and for what is nested deeper than a body may be
 */
export function parsedText(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return oversize(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
