import type { KubeObject } from '../../objects/index.ts';
import { addShape, createObjectShapes, withName } from '../../source/index.ts';
import type { Change } from '../../store/index.ts';

/** Estimates the bytes that a change occupies while it waits to be written. */
export type BytesOfChange = (change: Pick<Change<KubeObject>, 'cause' | 'object'>) => number;

/**
 * Creates an estimator of the bytes of changes. Call the estimator once for each change. A change of the first list
 * counts 0 bytes, because the store contains its object anyway. So a first list of any size can wait.
 *
 * The estimator remembers the shapes of objects. A shape is the list of an object's keys in their order. V8 stores a
 * key once for all objects of one shape.
 */
export function createBytesOfChange(): BytesOfChange {
  let shapes = createObjectShapes(wordsOfShapes);
  const bytesOfShape = (shape: number, keys: number): number => {
    if (shapes.keys >= maxKeys) shapes = createObjectShapes(wordsOfShapes);
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
    // `Object.entries` would copy the keys and values of each object.
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

/**
 * The estimated bytes of a change without its objects. With this number, the estimate for 100,000 small
 * changes is about 64 MiB.
 */
const leastBytes = 640;
/** The estimated bytes of one member of an object, or of one item of an array. */
const perValue = 24;
/** The estimated bytes of an empty object or an empty array. */
const perCollection = 84;
/** The estimated bytes of a key in an object with a new shape. V8 creates a hidden class for such a key. */
const perNewKey = 450;
/**
 * The estimated bytes of a key that is an array index, such as `"34"`. For this key, V8 creates an array of
 * up to 35 slots.
 */
const perIndex = 300;
const beginsWithDigit = /^\d/;
/**
 * The maximum number of keys in the remembered shapes. The remembered shapes are hashes in a bit set. With more keys,
 * so many bits would be set that new shapes would count as known shapes.
 */
const maxKeys = 32_768;
/** Number of 32-bit words of the bit set of the shapes: 128 KiB, which is 32 bits for each key. */
const wordsOfShapes = 32_768;
