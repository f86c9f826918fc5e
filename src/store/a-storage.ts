import type { Rule } from '../objects/index.ts';
import type { ObjectStorage } from './store-subject.ts';

/** What {@link storageOf} gave: a storage is told by where it comes from, so none is opened only to be looked at. */
const ours = new WeakSet<object>();

/** A storage that a store takes. */
export function storageOf(open: () => unknown): ObjectStorage {
  const storage = Object.freeze({ open });
  ours.add(storage);
  return storage;
}

/** A way to keep objects, of our own making. */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => ours.has(given as object),
};
