import { isRecord, type KubeObject } from '../../objects/index.ts';
import { short } from '../lines/short.ts';

/** Entries of a list in an object that the command looks at: a server may send hundreds of thousands. */
const mostEntries = 1_000;

/** The first entries of a list. */
export function firstEntries<T>(list: readonly T[]): readonly T[] {
  return list.slice(0, mostEntries);
}

/**
 * A value of a field as text: that of a text, a number or a boolean; `''` for all else. To write an array as text takes as
 * long as it has entries.
 */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return short(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** How many labels an object has. */
export function labelCount({ metadata }: KubeObject): number {
  return isRecord(metadata.labels) ? Object.keys(metadata.labels).length : 0;
}

/** When an object was created, in ms; `NaN` where its metadata names no time. */
export function createdAt({ metadata }: KubeObject): number {
  const time: unknown = metadata.creationTimestamp;
  return typeof time === 'string' && time.length <= longestTime ? Date.parse(time) : NaN;
}

/** Characters of a time: `Date.parse` reads a text of megabytes to its end. */
const longestTime = 64;
