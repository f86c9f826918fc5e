import { isDeepStrictEqual } from 'node:util';
import type { Comparison } from './topic.ts';

/**
 * The fields that differ, a readable line each; none if all is as it should be. A field that `want` has not is empty,
 * zero, false or not found.
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

/** As it would be after a way through JSON, in which all of `want` came. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

const blanks: readonly unknown[] = [undefined, '', 0, false, [], {}];

const isBlank = (value: unknown): boolean => blanks.some((blank) => isDeepStrictEqual(value, blank));

function print(value: unknown): string {
  return value === undefined ? '(absent)' : JSON.stringify(value);
}
