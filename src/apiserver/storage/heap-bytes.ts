import { type Json, own } from '../json.ts';

/** Estimates how many bytes of memory a JSON value uses. The estimate is too high rather than too low. */
export function heapBytes(value: unknown): number {
  // The estimate is two bytes per character, because a single character outside Latin-1 makes each character of a
  // string take two bytes.
  if (typeof value === 'string') return 24 + 2 * value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 8 + heapBytes(item), 32);
  const object = value as Readonly<Record<string, unknown>>;
  return Object.keys(object).reduce(
    (sum, name) =>
      sum + 24 + name.length + (name === 'fieldsV1' ? managedFieldsFactor : 1) * heapBytes(object[name]),
    56, // the size of an empty object `{}`
  );
}

/**
 * Estimates how many bytes of memory a JSON value uses in addition to `other`. The two values may share parts.
 *
 * @param other - a value that stays in memory in any case
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
 * The factor for the size of managed fields in memory. Managed fields are in memory as JSON and as a parsed set of
 * fields. The parsed set takes three to four times as much memory as the JSON.
 */
const managedFieldsFactor = 5;
