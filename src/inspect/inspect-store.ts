import { type IndexedStore, splitIdentity } from '../store/index.ts';
import type { StoreInspection } from './inspection.ts';

/**
 * Returns the content of a store in numbers.
 *
 * @param options.isSampled - whether to estimate the length of the objects, which writes up to 100 of them as JSON
 */
export function inspectStore(
  store: IndexedStore<unknown>,
  { isSampled }: { readonly isSampled: boolean },
): StoreInspection {
  const indexes = Object.keys(store.getIndexers()).map((name): [string, number] => [
    name,
    store.listIndexFuncValues(name).length,
  ]);
  return {
    objects: store.size,
    resourceVersion: store.resourceVersion,
    storage: store.decodes === true ? 'compact' : 'objects',
    averageJsonLength: isSampled ? averageJsonLength(store) : null,
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
