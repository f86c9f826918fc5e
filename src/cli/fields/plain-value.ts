import { isRecord, type KubeObject } from '../../objects/index.ts';
import { short } from '../lines/short.ts';

/** Maximum entries of a list that the command reads: a server may send hundreds of thousands. */
const maxEntries = 1_000;

/** Returns the first entries of a list. */
export function firstEntries<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, maxEntries);
}

/**
 * Formats a string, a number or a boolean; returns `''` for any other value. The time to format an array would grow
 * with its entries.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return short(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** Returns the number of labels of an object. */
export function labelCount({ metadata }: KubeObject): number {
  return isRecord(metadata.labels) ? Object.keys(metadata.labels).length : 0;
}

/** Returns the time at which an object was created, ms; `NaN` if its metadata names no time. */
export function createdAt({ metadata }: KubeObject): number {
  const time: unknown = metadata.creationTimestamp;
  return typeof time === 'string' && time.length <= longestTime ? Date.parse(time) : NaN;
}

/** Maximum characters of a time: `Date.parse` reads a text of megabytes to its end. */
const longestTime = 64;
