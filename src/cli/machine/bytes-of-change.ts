import type { KubeObject } from '../../objects/index.ts';
import { addShape, createObjectShapes, withName } from '../../source/index.ts';
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
  let shapes = createObjectShapes(wordsOfShapes);
  const bytesOfShape = (shape: number, keys: number): number => {
    if (shapes.keys >= mostKeys) shapes = createObjectShapes(wordsOfShapes);
    const before = shapes.keys;
    addShape(shapes, shape, keys);
    return (shapes.keys - before) * perNewKey;
  };
  const bytesIn = (value: unknown): number => {
    if (typeof value === 'string') return perValue + value.length;
    if (typeof value !== 'object' || value === null) return perValue;
    let bytes = perCollection;
    if (Array.isArray(value)) {
      for (const member of value) bytes += bytesIn(member);
      return bytes;
    }
    let shape = shapes.seed;
    let keys = 0;
    // `Object.entries` would copy each object.
    for (const name in value) {
      shape = withName(shape, name);
      keys++;
      bytes += name.length + (beginsWithDigit.test(name) ? perIndex : 0);
      bytes += bytesIn((value as Readonly<Record<string, unknown>>)[name]);
    }
    return bytes + bytesOfShape(shape, keys);
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
/** Keys of remembered shapes: more would fill so many of the bits that new shapes count as known ones. */
const mostKeys = 32_768;
/** 128 KiB: 32 bits for each key. */
const wordsOfShapes = 32_768;
