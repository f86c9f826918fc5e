import { isOlderVersion, type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { Delta, Deltas } from '../../queue/index.ts';
import { added, type Cause, type Change, deleted, updated } from '../change.ts';
import type { KubeObjectCache, ObjectCache } from './object-cache.ts';
import { isSameVersion } from './same-version.ts';
import { type Commit, prepareReplace, type Replace, type ReplaceRules } from './prepare-replace.ts';

type ObjectDelta<T extends KubeObject> = Extract<Delta<T>, { readonly key: string }>;

/**
 * Applies the deltas of one pop to the cache of a store. A whole list is applied atomically. The last delta
 * sets the resourceVersion of the store (B123, B186).
 */
export function applyDeltas<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  deltas: Deltas<T>,
  changes: Change<T>[],
  rules?: ReplaceRules<T>,
): void {
  for (const delta of deltas) {
    switch (delta.type) {
      case 'ReplacedAll':
        runToEnd(prepareReplace(cache, delta, rules))(changes);
        break;
      case 'SyncAll':
        for (const [key, object] of cache.objects) changes.push(updated(key, object, object, 'resync'));
        break;
      // A bookmark does not set `hasSynced`, because the recorded traces of client-go show that a bookmark
      // can precede the first list.
      case 'Bookmark':
        cache.resourceVersion = cache.completeVersion = delta.resourceVersion;
        break;
      default:
        if (delta === deltas[0]) cache.completeVersion = delta.object.metadata.resourceVersion;
        applyEvent(cache, delta, changes);
    }
  }
}

function applyEvent<T extends KubeObject>(
  cache: KubeObjectCache<T>,
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
 * Returns whether an event is outdated, so that the store ignores the event. A resumed watch can repeat the
 * stored state or an earlier state, but the store may not go back to an earlier state (G2). A delete is
 * outdated (G5) only if it deletes an earlier object with the same name.
 */
function isOutdated<T extends KubeObject>(
  { type, object, finalStateKnown }: ObjectDelta<T>,
  old: T,
): boolean {
  const { uid } = object.metadata;
  const deletesOld = uid === old.metadata.uid && finalStateKnown !== false;
  if (type === 'Deleted') return !deletesOld && isOlder(object, old);
  return isSameVersion(old, object) || (uid === old.metadata.uid && isOlder(object, old));
}

function isOlder({ metadata: a }: KubeObject, { metadata: b }: KubeObject): boolean {
  return isOlderVersion(a.resourceVersion, b.resourceVersion);
}

function runToEnd<R>(steps: Generator<void, R, void>): R {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Returns whether the deltas are a whole list. A whole list can take long to apply. One pop never contains a
 * whole list together with other deltas.
 */
export function isReplace<T extends KubeObject>(deltas: Deltas<T>): deltas is readonly [Replace<T>] {
  return deltas.length === 1 && deltas[0].type === 'ReplacedAll';
}

/**
 * Prepares deltas in small steps without changing the cache. Returns the function that applies the deltas.
 */
export function* prepare<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  deltas: Deltas<T>,
): Generator<void, Commit<T>, void> {
  if (isReplace(deltas)) return yield* prepareReplace(cache, deltas[0]);
  return (changes) => applyDeltas(cache, deltas, changes);
}

/**
 * Returns the current objects as `added` changes, for a late subscriber, or `undefined` if there are no
 * objects.
 *
 * @param keys - the keys of the objects; by default all keys
 */
export function snapshot<T>(
  cache: ObjectCache<T>,
  keys?: readonly ObjectKey[],
): readonly Change<T>[] | undefined {
  const changes: Change<T>[] = [];
  const add = (key: ObjectKey, stored: T | undefined): void => {
    if (stored !== undefined) changes.push(added(key, stored, 'replay'));
  };
  if (keys === undefined) for (const [key, stored] of cache.objects) add(key, stored);
  else for (const key of keys) add(key, cache.objects.get(key));
  return changes.length === 0 ? undefined : decoded(cache, changes);
}

/** Returns the current objects as `updated` changes, for a resync. */
export function resyncOf<T>(cache: ObjectCache<T>): readonly Change<T>[] {
  const changes: Change<T>[] = [];
  for (const [key, stored] of cache.objects) changes.push(updated(key, stored, stored, 'resync'));
  return decoded(cache, changes);
}

/** Prepares an array of changes for subscribers, in place: decodes the objects, and freezes the array. */
export function decoded<T>({ codec }: ObjectCache<T>, changes: Change<T>[]): readonly Change<T>[] {
  if (codec.decodesChanges)
    for (const [at, change] of changes.entries()) changes[at] = codec.decodeChange(change);
  return Object.freeze(changes);
}

/**
 * Stores an object as added or as updated. The content of the cache decides between the two, not the delta
 * (B112).
 *
 * @param old - the object that the cache contains under the key
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
    // The cache contains another object with the same name, because the deletion of that object was missed
    // (G6, unlike B126).
    cache.remove(key, old);
    cache.put(key, undefined, object);
    changes.push(deleted(key, old, false, cause), added(key, object, cause));
    return;
  }
  cache.put(key, old, object);
  changes.push(old === undefined ? added(key, object, cause) : updated(key, old, object, cause));
}

/**
 * Removes an object from the cache, and adds a `deleted` change to `changes`. If the object is not in the
 * cache, adds no change (unlike Q16).
 *
 * @param old - the object that the cache contains under the key
 * @param last - the last known state; `undefined` if no state is known
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
  // The delete can be for a later object with the same name (another uid). Then the final state of the stored
  // object is unknown.
  const isOfOld = last?.metadata.uid === old.metadata.uid;
  changes.push(deleted(key, isOfOld ? last : old, finalStateKnown && isOfOld, cause));
}
