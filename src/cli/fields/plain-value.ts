import { isRecord, type KubeObject } from '../../objects/index.ts';
import { short } from '../lines/short.ts';

/**
 * The command reads at most this number of entries of a list. A server may send a list with hundreds of thousands of
 * entries.
 */
const maxEntries = 1_000;

/** Returns the first entries of a list. */
export function firstEntries<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, maxEntries);
}

/**
 * Formats a string, a number or a boolean. Returns `''` for any other value, because the time to format an array grows
 * with the number of its entries.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return short(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns the number of labels of an object. */
export function labelCount({ metadata }: KubeObject): number {
  return isRecord(metadata.labels) ? Object.keys(metadata.labels).length : 0;
}

/** Returns the creation time of an object, in ms; `NaN` if the metadata contains no valid time. */
export function createdAt({ metadata }: KubeObject): number {
  const time: unknown = metadata.creationTimestamp;
  return typeof time === 'string' && time.length <= longestTime ? Date.parse(time) : NaN;
}

/** The maximum number of characters of a time. `Date.parse` would read a text of megabytes to its end. */
const longestTime = 64;
