import { type Json, own } from '../json.ts';

/**
 * Returns the approximate number of bytes of memory that a JSON value uses. The result is too high rather than too low.
 */
export function heapBytes(value: unknown): number {
  // if one character is beyond Latin-1, each character takes two bytes
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 8 + heapBytes(item), 32);
  const object = value as Readonly<Record<string, unknown>>;
  return Object.keys(object).reduce(
    (sum, name) =>
      sum + 24 + name.length + (name === 'fieldsV1' ? managedFieldsFactor : 1) * heapBytes(object[name]),
    56, // the size of `{}`
  );
}

/**
 * Returns the approximate number of bytes of memory that a JSON value uses in addition to another value. The two values
 * may share parts.
 *
 * @param other - the value that stays in memory in any case
 */
export function heapBytesBeside(value: unknown, other: unknown): number {
  if (value === other) return 0;
  if (!isObject(value) || !isObject(other)) return heapBytes(value);
  const isArray = Array.isArray(value);
  return Object.keys(value).reduce(
    (sum, name) => sum + (isArray ? 8 : 24 + name.length) + heapBytesBeside(value[name], own(other, name)),
    isArray ? 32 : 56,
  );
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/**
 * Managed fields are in memory twice: as JSON, and as the parsed set of fields. The parsed set takes three to four
 * times as much memory as the JSON.
 */
const managedFieldsFactor = 5;
