import { type IndexedStore, splitIdentity } from '../store/index.ts';
import type { StoreInspection } from './inspection.ts';

/** Returns the content of a store in numbers. */
export function inspectStore(store: IndexedStore<unknown>): StoreInspection {
  const indexes = Object.keys(store.getIndexers()).map((name): [string, number] => [
    name,
    store.listIndexFuncValues(name).length,
  ]);
  return {
    objects: store.size,
    resourceVersion: store.resourceVersion,
    storage: store.decodes === true ? 'compact' : 'objects',
    averageJsonLength: averageJsonLength(store),
    indexes: Object.fromEntries(indexes),
  };
}

const sampleSize = 100;

/** Reads objects by key, because `list()` of a compact store decodes all objects. */
function averageJsonLength(store: IndexedStore<unknown>): number | null {
  const identities = store.listIdentities?.() ?? store.listKeys();
  const step = Math.max(1, Math.ceil(identities.length / sampleSize));
  const lengths: number[] = [];
  for (let at = 0; at < identities.length; at += step) {
    const { key, cluster } = splitIdentity(identities[at] ?? '');
    const length = jsonLength(store.get(key, cluster));
    if (length !== undefined) lengths.push(length);
  }
  if (lengths.length === 0) return null;
  return Math.round(lengths.reduce((sum, length) => sum + length, 0) / lengths.length);
}

/** Returns `undefined` for a row that JSON cannot represent, for example one with a cycle. */
function jsonLength(object: unknown): number | undefined {
  try {
    return (JSON.stringify(object) as string | undefined)?.length;
  } catch {
    return undefined;
  }
}
