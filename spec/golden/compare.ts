import { isDeepStrictEqual } from 'node:util';
import type { Comparison } from './topic.ts';

/**
 * Returns a line of text for each field that differs. A field of `got` that is missing in `want` must be empty, zero,
 * false or undefined.
 */
export function differences({
  where,
  want,
  got,
}: Pick<Comparison, 'where' | 'want' | 'got'>): readonly string[] {
  return [...new Set([...Object.keys(want), ...Object.keys(got)])]
    .filter((field) => {
      const given = plain(got[field]);
      return Object.hasOwn(want, field) ? !isDeepStrictEqual(want[field], given) : !isBlank(given);
    })
    .map(
      (field) => `${where}\n    ${field}\n      want ${print(want[field])}\n      got  ${print(got[field])}`,
    );
}

/**
 * Converts a value to JSON and back. `want` was read from JSON, so values such as `undefined` must not count as
 * differences.
 */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

const blanks: readonly unknown[] = [undefined, '', 0, false, [], {}];

const isBlank = (value: unknown): boolean => blanks.some((blank) => isDeepStrictEqual(value, blank));

function print(value: unknown): string {
  return value === undefined ? '(absent)' : JSON.stringify(value);
}
