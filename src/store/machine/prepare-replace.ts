import { type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { Delta } from '../../queue/index.ts';
import { added, type Cause, type Change, deleted, updated } from '../change.ts';
import type { KubeObjectCache } from './object-cache.ts';
import { isSameVersion, isSameContent } from './same-version.ts';

/** The options of `prepareReplace`. */
export interface ReplaceRules<T> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  /** Whether the list is the first list. Default: true if the cache has not synced yet. */
  readonly isInInitialList?: boolean | undefined;
}

export type Replace<T extends KubeObject> = Extract<Delta<T>, { readonly type: 'ReplacedAll' }>;

/** Applies a prepared write atomically, and appends its changes to `changes`. */
export type Commit<T> = (changes: Change<T>[]) => void;

/**
 * Prepares the replacement of all objects by a new list, in small steps. The generator does not change the
 * cache, so the caller can drop the replacement after each yield (G8). Before the commit, no other write to
 * the cache is allowed.
 *
 * Deletions come first, in the order of the cache, then additions and updates, in the order of the list
 * (B114). If uid and resourceVersion are equal, there is no change, and the stored object stays (G7, PF15).
 * If two objects have the same key, the last object counts (unlike B127). An object that stays keeps its
 * place in the order.
 */
export function* prepareReplace<T extends KubeObject>(
  cache: KubeObjectCache<T>,
  { objects: list, resourceVersion, versionsReset }: Replace<T>,
  rules: ReplaceRules<T> = {},
): Generator<void, Commit<T>, void> {
  const { codec } = cache;
  const { keyOf: key = codec.keyOf, isInInitialList = !cache.hasSynced } = rules;
  const cause = isInInitialList ? 'initial' : 'relist';
  const same: Same<T> = versionsReset ? (a, b) => isSameContent(a, b, codec) : isSameVersion;
  const listed = new Map<ObjectKey, T>();
  const made: Change<T>[] = [];
  const pause = createPauseCheck();
  // Index functions need decoded objects. To decode one large object can take as long as thousands of small
  // objects, so the generator can pause after each object.
  const pauseAfterIndexing = codec.decodes ? () => true : pause;

  for (const object of list) {
    listed.set(key(object), object);
    if (pause()) yield;
  }
  for (const [key, old] of cache.objects) {
    if (!listed.has(key)) made.push(deleted(key, old, false, cause));
    if (pause()) yield;
  }
  for (const [key, object] of listed) {
    compare(key, cache.objects.get(key), object, same, cause, made);
    if (pause()) yield;
  }

  const commit =
    (writeObjects: () => void): Commit<T> =>
    (changes) => {
      writeObjects();
      cache.resourceVersion = cache.completeVersion = resourceVersion;
      cache.hasSynced = true;
      for (const change of made) changes.push(change);
    };
  if (made.length <= MAX_IN_PLACE) {
    const writes: (() => void)[] = [];
    for (const change of made) {
      writes.push(preparedWrite(cache, change));
      if (pauseAfterIndexing()) yield;
    }
    return commit(() => {
      for (const write of writes) write();
      cache.tidy();
    });
  }

  const objects = codec.createMap();
  const indices = cache.emptyIndices();
  const fill = (key: ObjectKey, object: T): void => {
    objects.set(key, object);
    indices.update(key, undefined, object);
  };
  for (const [key, old] of cache.objects) {
    const object = listed.get(key);
    // An absent object and an object without a uid (removed by a transform) both have the uid `undefined`. So
    // the code checks first whether the list contains the key.
    const isListed = object !== undefined;
    if (isListed && object.metadata.uid === old.metadata.uid) fill(key, same(old, object) ? old : object);
    if (pauseAfterIndexing()) yield;
  }
  for (const [key, object] of listed) {
    if (!objects.has(key)) fill(key, object);
    if (pauseAfterIndexing()) yield;
  }
  if (codec.decodes) {
    for (const [at, change] of made.entries()) {
      made[at] = codec.decodeChange(change);
      if (pause()) yield;
    }
  }
  if (objects.tidy !== undefined) yield* objects.tidy();
  return commit(() => cache.swap(objects, indices));
}

/**
 * The maximum number of changes that are written one by one. To write them takes about 2 ms. For more
 * changes, a new map and new indexes are faster.
 */
const MAX_IN_PLACE = 2000;

type Same<T> = (old: T, object: T) => boolean;

function compare<T extends KubeObject>(
  key: ObjectKey,
  old: T | undefined,
  object: T,
  same: Same<T>,
  cause: Cause,
  changes: Change<T>[],
): void {
  if (old === undefined) changes.push(added(key, object, cause));
  else if (old.metadata.uid !== object.metadata.uid) {
    // A new object with the same name makes two changes (G6).
    changes.push(deleted(key, old, false, cause), added(key, object, cause));
  } else if (!same(old, object)) changes.push(updated(key, old, object, cause));
}

function preparedWrite<T extends KubeObject>(cache: KubeObjectCache<T>, change: Change<T>): () => void {
  const { type, key, object } = change;
  if (type === 'deleted') return cache.prepareWrite(key, object, undefined);
  return cache.prepareWrite(key, type === 'updated' ? change.old : undefined, object);
}

/**
 * Creates a function that returns whether a generator should yield. The result is true every sixteenth time,
 * because a yield costs as much as the work for one item.
 */
export function createPauseCheck(): () => boolean {
  let count = 0;
  return () => (count += 1) % 16 === 0;
}
