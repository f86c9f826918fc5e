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
 * Bytes that a change needs in addition to its objects. With this number, the estimate for 100,000 small
 * changes is about 64 MiB.
 */
const leastBytes = 640;
/** Bytes of a slot in an object or an array, including V8's data about the value in the slot. */
const perValue = 24;
/** Bytes of an object or an array, even if it is empty. */
const perCollection = 84;
/** Bytes of a key that no earlier object of the same shape had. V8 creates a hidden class for a new key. */
const perNewKey = 450;
/** Bytes of a key such as `"34"`. V8 creates an array of up to 35 slots for an index key. */
const perIndex = 300;
const beginsWithDigit = /^\d/;
/**
 * The maximum number of keys in the remembered shapes. The remembered shapes are hashes in a bit set. With more keys,
 * so many bits would be set that new shapes would count as known shapes.
 */
const maxKeys = 32_768;
/** Number of 32-bit words of the bit set of the shapes: 128 KiB, which is 32 bits for each key. */
const wordsOfShapes = 32_768;
