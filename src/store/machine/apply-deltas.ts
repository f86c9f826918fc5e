import { isOlderVersion, type KubeObject } from '../../objects/index.ts';
import type { Delta, Deltas } from '../../queue/index.ts';
import type { Change } from '../change.ts';
import { updated } from './change-records.ts';
import type { ObjectCache } from './object-cache.ts';
import { isSame } from './is-same.ts';
import { prepareReplace, type ReplaceRules } from './prepare-replace.ts';
import { discard, upsert } from './write-object.ts';

type ObjectDelta<T extends KubeObject> = Extract<Delta<T>, { readonly key: string }>;

/** Applies what one pop took, the atomic form; the last delta decides the resourceVersion (B123, B186). */
export function applyDeltas<T extends KubeObject>(
  cache: ObjectCache<T>,
  deltas: Deltas<T>,
  changes: Change<T>[],
  rules?: ReplaceRules<T>,
): void {
  for (const delta of deltas) {
    switch (delta.type) {
      case 'ReplacedAll':
        allAtOnce(prepareReplace(cache, delta, rules))(changes);
        break;
      case 'SyncAll':
        for (const [key, object] of cache.objects) changes.push(updated(key, object, object, 'resync'));
        break;
      case 'Bookmark': // says nothing about being synced: it may precede the first list (golden traces)
        cache.resourceVersion = delta.resourceVersion;
        break;
      default:
        applyEvent(cache, delta, changes);
    }
  }
}

function applyEvent<T extends KubeObject>(
  cache: ObjectCache<T>,
  delta: ObjectDelta<T>,
  changes: Change<T>[],
): void {
  const { type, key, object, finalStateKnown = true } = delta;
  const old = cache.objects.get(key);
  cache.hasSynced = true;
  if (old !== undefined && isOutdated(delta, old)) return;

  cache.resourceVersion = object.metadata.resourceVersion;
  if (type === 'Deleted')
    discard(cache, key, old, finalStateKnown ? object : old, finalStateKnown, 'watch', changes);
  else upsert(cache, key, old, object, 'watch', changes);
}

/**
 * A resumed watch may repeat what is there, or what came before it: neither is told, and no object goes back (G2).
 * A delete always counts (G5), unless it is that of an earlier object under the name.
 */
function isOutdated<T extends KubeObject>(
  { type, object, finalStateKnown }: ObjectDelta<T>,
  old: T,
): boolean {
  const { uid } = object.metadata;
  const isItsEnd = uid === old.metadata.uid && finalStateKnown !== false;
  if (type === 'Deleted') return !isItsEnd && isOlder(object, old);
  return isSame(old, object) || (uid === old.metadata.uid && isOlder(object, old));
}

function isOlder({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return isOlderVersion(a.resourceVersion, b.resourceVersion);
}

function allAtOnce<R>(steps: Generator<void, R, void>): R {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
