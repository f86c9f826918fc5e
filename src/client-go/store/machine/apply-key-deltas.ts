import type { KubeObject } from '../../../objects/index.ts';
import type { Deltas } from '../../../queue/index.ts';
import {
  applyDeltas,
  type Cause,
  type Change,
  discard,
  isSameVersion,
  isSameContent,
  type KubeObjectCache,
  type ReplaceRules,
  upsert,
} from '../../../store/index.ts';
import type { AnyDeltas, KeyDelta, KeyDeltas } from '../../queue/key-delta.ts';

/**
 * Applies the deltas of one pop of any queue, and appends the changes to `changes` in order.
 *
 * @param keyOf - the key function for the objects of a list; a delta of one object contains its key
 */
export function applyAnyDeltas<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  deltas: AnyDeltas<T>,
  changes: Change<T>[],
  keyOf?: ReplaceRules<T>['keyOf'],
): void {
  if (isByKey(deltas)) applyKeyDeltas(cache, deltas, changes);
  else {
    const { isInInitialList } = deltas as Partial<KeyDeltas<T>>;
    applyDeltas(cache, deltas as Deltas<T>, changes, { keyOf, isInInitialList });
  }
}

/**
 * Returns whether the deltas of a pop belong to a key, and not to the whole collection. A RealFIFO pops a
 * list, a resync or a bookmark as one delta, in the same format as `deltaFifo()`.
 */
function isByKey<T extends KubeObject>(deltas: AnyDeltas<T>): deltas is KeyDeltas<T> {
  return 'isInInitialList' in deltas && !ofCollection.has(deltas[0]?.type);
}

const ofCollection: ReadonlySet<unknown> = new Set(['ReplacedAll', 'SyncAll', 'Bookmark']);

/**
 * Applies the deltas of a queue by key as client-go's `processDeltas` does: the last write counts, even if
 * its resourceVersion is older (B186, and the recorded traces of client-go).
 */
function applyKeyDeltas<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  deltas: KeyDeltas<T>,
  changes: Change<T>[],
): void {
  const { isInInitialList, hasSynced = !isInInitialList } = deltas;
  if (hasSynced) cache.hasSynced = true;

  for (const delta of deltas) {
    const cause = isInInitialList ? 'initial' : causeOf(delta);
    const { type, key, object } = delta;
    const old = cache.objects.get(key);
    if (type === 'Deleted') {
      discard(cache, key, old, object, delta.finalStateKnown, cause, changes);
      // The object of a tombstone has an old resourceVersion, so the version of the store stays.
      if (delta.finalStateKnown) cache.resourceVersion = delta.object.metadata.resourceVersion;
      continue;
    }
    // A list also contains unchanged objects. Unlike in client-go, an unchanged object makes no change
    // (B134).
    const isRepeated =
      type === 'Replaced' &&
      old !== undefined &&
      (delta.versionsReset ? isSameContent(old, object, cache.codec) : isSameVersion(old, object));
    if (!isRepeated) upsert(cache, key, old, object, cause, changes);
    cache.resourceVersion = object.metadata.resourceVersion;
  }
  cache.tidy();
}

function causeOf<T extends KubeObject>(delta: KeyDelta<T>): Cause {
  if (delta.type === 'Sync') return 'resync';
  return delta.type === 'Replaced' || (delta.type === 'Deleted' && !delta.finalStateKnown)
    ? 'relist'
    : 'watch';
}
