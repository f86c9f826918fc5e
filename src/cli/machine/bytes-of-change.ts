import type { KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

/**
 * About as many bytes as a change holds while it waits to be written. The objects of the first list count 0: the store
 * holds them anyway, so a first list of any size can wait.
 */
export function bytesOfChange({ cause, object }: Pick<Change<KubeObject>, 'cause' | 'object'>): number {
  return cause === 'initial' ? 0 : leastBytes + bytesIn(object);
}

/** The record of a change. So 100,000 small changes are as many as 64 MiB. */
const leastBytes = 640;
/** A place in an object or an array, and what V8 notes for the value in it. */
const perValue = 24;

function bytesIn(value: unknown): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  let bytes = perValue;
  if (Array.isArray(value)) {
    for (const member of value) bytes += bytesIn(member);
    return bytes;
  }
  // `Object.entries` would copy each object.
  for (const name in value)
    bytes += name.length + bytesIn((value as Readonly<Record<string, unknown>>)[name]);
  return bytes;
}
