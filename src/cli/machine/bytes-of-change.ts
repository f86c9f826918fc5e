import type { KubeObject } from '../../objects/index.ts';
import type { Change } from '../../store/index.ts';

/** Estimates the bytes that a change holds while it waits to be written. */
export type BytesOfChange = (change: Pick<Change<KubeObject>, 'cause' | 'object'>) => number;

/**
 * Makes an estimate of the bytes of changes, to be asked once for each. The objects of the first list count 0: the store
 * holds them anyway, so a first list of any size can wait.
 *
 * It remembers the shapes of objects, which are their keys in their order: V8 notes a key once for all objects of one shape.
 */
export function createBytesOfChange(): BytesOfChange {
  const shapes = new Set<number>();
  const bytesOfKey = (name: string, shape: number): number => {
    const bytes = name.length + (beginsWithDigit.test(name) ? perIndex : 0);
    if (shapes.has(shape)) return bytes;
    if (shapes.size >= mostShapes) shapes.clear();
    shapes.add(shape);
    return bytes + perNewKey;
  };
  const bytesIn = (value: unknown): number => {
    if (typeof value === 'string') return perValue + value.length;
    if (typeof value !== 'object' || value === null) return perValue;
    let bytes = perCollection;
    if (Array.isArray(value)) {
      for (const member of value) bytes += bytesIn(member);
      return bytes;
    }
    let shape = 0;
    // `Object.entries` would copy each object.
    for (const name in value) {
      shape = shapeWith(shape, name);
      bytes += bytesOfKey(name, shape) + bytesIn((value as Readonly<Record<string, unknown>>)[name]);
    }
    return bytes;
  };
  return ({ cause, object }) => (cause === 'initial' ? 0 : leastBytes + bytesIn(object));
}

/** The record of a change. So 100,000 small changes are as many as 64 MiB. */
const leastBytes = 640;
/** A place in an object or an array, and what V8 notes for the value in it. */
const perValue = 24;
/** An object or an array, though it is empty. */
const perCollection = 84;
/** A key that no earlier object of that shape had: V8 makes a hidden class for it. */
const perNewKey = 450;
/** A key such as `"34"`: V8 makes an array of up to 35 places. */
const perIndex = 300;
const beginsWithDigit = /^\d/;
/** Shapes that are remembered: a megabyte of them. */
const mostShapes = 32_768;

/** The hash of a shape with one more key: FNV-1a of the beginning of its name and of its length. */
function shapeWith(shape: number, name: string): number {
  let hash = Math.imul(shape ^ name.length, prime);
  for (let at = 0; at < name.length && at < mostHashed; at++)
    hash = Math.imul(hash ^ name.charCodeAt(at), prime);
  return hash;
}

const prime = 16_777_619;
/** A name may have megabytes. */
const mostHashed = 64;
