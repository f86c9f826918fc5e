import { isDeepStrictEqual } from 'node:util';

/**
 * Returns the differences of two values as text, with one difference in each line. A line with `+` contains a value of
 * the embedded server, and a line with `-` contains a value of the real server.
 */
export function difference(expected: unknown, found: unknown, path = ''): string {
  if (isDeepStrictEqual(expected, found)) return '';
  if (isObject(expected) && isObject(found)) {
    const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    return names
      .map((name) => difference(expected[name], found[name], `${path}/${name}`))
      .filter((line) => line !== '')
      .join('\n');
  }
  const lines = [
    ...(expected === undefined ? [] : [`  - ${path} ${JSON.stringify(expected)}`]),
    ...(found === undefined ? [] : [`  + ${path} ${JSON.stringify(found)}`]),
  ];
  return lines.join('\n');
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
