import { isRecord } from '../../objects/index.ts';

/**
 * The maximum number of levels of an object that is written as JSON. `JSON.stringify` overflows the stack at
 * some thousands of levels. No Kubernetes kind has a hundred levels.
 */
export const deepest = 500;

/** Whether a value that was parsed from JSON has more than {@link deepest} levels. */
export function isNestedTooDeep(value: unknown, levels: number = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  // `Object.values` would copy each object, and a `for in` loop is slow for an array. Each of the two takes four times
  // as long as this code.
  if (Array.isArray(value)) return value.some((member) => isNestedTooDeep(member, levels - 1));
  for (const name in value)
    if (isNestedTooDeep((value as Readonly<Record<string, unknown>>)[name], levels - 1)) return true;
  return false;
}

/**
 * Returns a copy with only the strings, numbers and booleans of an object and of its metadata. These values identify
 * the object and its version.
 */
export function identifyingPart<T extends object>(object: T): T {
  const { metadata } = object as { readonly metadata?: unknown };
  return { ...scalarsOf(object), metadata: isRecord(metadata) ? scalarsOf(metadata) : {} } as unknown as T;
}

export const scalarsOf = (record: object): object =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value !== 'object'));
