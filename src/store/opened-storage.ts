import { aFunction, anObject, OptionsError, type KubeObject, type Rule } from '../objects/index.ts';
import type { Keeping } from './machine/keeping.ts';
import type { ObjectStorage } from './store-subject.ts';

/** A way to keep objects. */
export const aStorage: Rule = {
  allowed: 'what compact() returns',
  test: (given) => aFunction.test((given as Partial<ObjectStorage> | null)?.open),
};

/** @throws OptionsError for a storage of somebody else's making: what it opens is none that a store can use */
export function openedStorage<T extends KubeObject>(storage: ObjectStorage): Keeping<T> {
  const keeping = storage.open();
  if (isKeeping<T>(keeping)) return keeping;
  throw new OptionsError('indexedStore: storage', storage, aStorage.allowed);
}

function isKeeping<T extends KubeObject>(given: unknown): given is Keeping<T> {
  return (
    anObject.test(given) &&
    parts.every((part) => aFunction.test((given as Readonly<Record<string, unknown>>)[part]))
  );
}

const parts = ['empty', 'keyOf', 'open', 'told', 'gather'] as const;
