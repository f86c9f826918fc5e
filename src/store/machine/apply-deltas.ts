import { isOlderVersion, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { Delta, Deltas } from '../../queue/index.ts';
import { added, type Cause, type Change, deleted, updated } from '../change.ts';
import type { ObjectCache } from './object-cache.ts';
import { isSame } from './is-same.ts';
import { type Commit, prepareReplace, type Replace, type ReplaceRules } from './prepare-replace.ts';

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

/** Whether applying them may take long: a whole list, which is popped alone. */
export function isReplace<T extends KubeObject>(deltas: Deltas<T>): deltas is readonly [Replace<T>] {
  return deltas.length === 1 && deltas[0].type === 'ReplacedAll';
}

/** What can be prepared of them without touching the content, in steps; returns the rest. */
export function* prepare<T extends KubeObject>(
  cache: ObjectCache<T>,
  deltas: Deltas<T>,
): Generator<void, Commit<T>, void> {
  if (isReplace(deltas)) return yield* prepareReplace(cache, deltas[0]);
  return (changes) => applyDeltas(cache, deltas, changes);
}

/** The current content, for a late subscriber. */
export function snapshot<T extends KubeObject>(cache: ObjectCache<T>): readonly Change<T>[] {
  const changes: Change<T>[] = [];
  for (const [key, stored] of cache.objects) changes.push(added(key, stored, 'replay'));
  return decoded(cache, changes);
}

/** Each object once more, for a resync. */
export function resyncOf<T extends KubeObject>(cache: ObjectCache<T>): readonly Change<T>[] {
  const changes: Change<T>[] = [];
  for (const [key, stored] of cache.objects) changes.push(updated(key, stored, stored, 'resync'));
  return decoded(cache, changes);
}

/** The same array, for subscribers. */
export function decoded<T extends KubeObject>(
  { codec }: ObjectCache<T>,
  changes: Change<T>[],
): readonly Change<T>[] {
  if (codec.decodes) for (const [at, change] of changes.entries()) changes[at] = codec.decodeChange(change);
  return Object.freeze(changes);
}

/**
 * Stores an object, as added or as updated: that depends on the cache, not on the delta (B112).
 *
 * @param old - the object in the cache under the key
 */
export function upsert<T extends KubeObject>(
  cache: ObjectCache<T>,
  key: ObjectKey,
  old: T | undefined,
  object: T,
  cause: Cause,
  changes: Change<T>[],
): void {
  if (old !== undefined && old.metadata.uid !== object.metadata.uid) {
    // Another object under the same name, its predecessor's end unseen (G6, against B126).
    cache.remove(key, old);
    cache.put(key, undefined, object);
    changes.push(deleted(key, old, false, cause), added(key, object, cause));
    return;
  }
  cache.put(key, old, object);
  changes.push(old === undefined ? added(key, object, cause) : updated(key, old, object, cause));
}

/**
 * Removes an object. An object that is not in the cache makes no change (against Q16).
 *
 * @param old - the object in the cache under the key
 * @param last - the last known state, if it is another than the stored one
 */
export function discard<T extends KubeObject>(
  cache: ObjectCache<T>,
  key: ObjectKey,
  old: T | undefined,
  last: T | undefined,
  finalStateKnown: boolean,
  cause: Cause,
  changes: Change<T>[],
): void {
  if (old === undefined) return;
  cache.remove(key, old);
  // The end of a later object under this name: how the one that was stored ended is not known.
  const isItsOwn = last?.metadata.uid === old.metadata.uid;
  changes.push(deleted(key, isItsOwn ? last : old, finalStateKnown && isItsOwn, cause));
}
