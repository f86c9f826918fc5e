/**
 * Returns the source code of a function call. The code does not contain arguments and members that are
 * `undefined`, or empty objects.
 */
export function callOf(name: string, ...given: readonly unknown[]): string {
  const written = given.filter((argument) => argument !== undefined && !isEmpty(argument)).map(literal);
  return `${name}(${written.join(', ')})`;
}

function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${members(value)
    .map(([name, member]) => `${name}: ${literal(member)}`)
    .join(', ')} }`;
}

const members = (value: object): readonly [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && members(value).length === 0;
