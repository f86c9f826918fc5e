import type { KubeObject } from '../../objects/index.ts';
import type { KeyDelta, KeyDeltas } from '../../queue/index.ts';
import type { Cause, Change } from '../change.ts';
import type { ObjectCache } from './object-cache.ts';
import { isSame, isSameContent } from './is-same.ts';
import { discard, upsert } from './write-object.ts';

/**
 * Applies what one pop of the classic form took, as client-go's `processDeltas` does: whatever was written wins, its
 * resourceVersion too, be it older (B186; the golden traces hold it to that).
 */
export function applyKeyDeltas<T extends KubeObject>(
  cache: ObjectCache<T>,
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
      // A tombstone says nothing about where the collection stands.
      if (delta.finalStateKnown) cache.resourceVersion = delta.object.metadata.resourceVersion;
      continue;
    }
    // A list repeats every object, changed or not (against B134).
    const isRepeated =
      type === 'Replaced' &&
      old !== undefined &&
      (delta.versionsReset ? isSameContent(old, object, cache.codec) : isSame(old, object));
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
