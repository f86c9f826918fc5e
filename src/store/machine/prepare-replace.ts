import { type KubeObject, type ObjectKey } from '../../objects/index.ts';
import type { Delta } from '../../queue/index.ts';
import { added, type Cause, type Change, deleted, updated } from '../change.ts';
import type { ObjectCache } from './object-cache.ts';
import { isSame, isSameContent } from './is-same.ts';

/** What a replace takes from whoever applies it. */
export interface ReplaceRules<T> {
  readonly keyOf?: ((object: T) => ObjectKey) | undefined;
  /** Whether the queue says that this is the first list; absent: as the content has it. */
  readonly isInInitialList?: boolean | undefined;
}

export type Replace<T extends KubeObject> = Extract<Delta<T>, { readonly type: 'ReplacedAll' }>;

/** What remains once all is prepared: makes it visible, all at once, and adds what it changed. */
export type Commit<T> = (changes: Change<T>[]) => void;

/**
 * Prepares a replace without touching the content, in as many steps as one likes: after each yield it can be dropped
 * without a trace (G8). The content must not be written to before the commit.
 *
 * Deletes come first, in the order of the content, then what is new or changed, in the order of the list (B114). Equal
 * uid and resourceVersion is no change, and the object that was there stays (G7, PF15). Of two objects with one key
 * the last counts (against B127). An object that stays keeps its place.
 */
export function* prepareReplace<T extends KubeObject>(
  cache: ObjectCache<T>,
  { objects: list, resourceVersion, versionsReset }: Replace<T>,
  rules: ReplaceRules<T> = {},
): Generator<void, Commit<T>, void> {
  const { codec } = cache;
  const { keyOf: key = codec.keyOf, isInInitialList = !cache.hasSynced } = rules;
  const cause = isInInitialList ? 'initial' : 'relist';
  const same: Same<T> = versionsReset ? (a, b) => isSameContent(a, b, codec) : isSame;
  const listed = new Map<ObjectKey, T>();
  const made: Change<T>[] = [];
  const pause = pauses();
  // An index decodes objects, and one may take as long as thousands of others.
  const pauseOfIndex = codec.decodes ? () => true : pause;

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
    (show: () => void): Commit<T> =>
    (changes) => {
      show();
      cache.resourceVersion = resourceVersion;
      cache.hasSynced = true;
      for (const change of made) changes.push(change);
    };
  if (made.length <= MOST_IN_PLACE) {
    const writes: (() => void)[] = [];
    for (const change of made) {
      writes.push(preparedWrite(cache, change));
      if (pauseOfIndex()) yield;
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
    // Asked by itself: what a transform left without a uid would equal what is not listed.
    const isListed = object !== undefined;
    if (isListed && object.metadata.uid === old.metadata.uid) fill(key, same(old, object) ? old : object);
    if (pauseOfIndex()) yield;
  }
  for (const [key, object] of listed) {
    if (!objects.has(key)) fill(key, object);
    if (pauseOfIndex()) yield;
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

/** With so many changes or fewer it is quicker to write them one by one (some 2 ms) than to build all anew. */
const MOST_IN_PLACE = 2000;

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
    changes.push(deleted(key, old, false, cause), added(key, object, cause)); // G6
  } else if (!same(old, object)) changes.push(updated(key, old, object, cause));
}

function preparedWrite<T extends KubeObject>(cache: ObjectCache<T>, change: Change<T>): () => void {
  const { type, key, object } = change;
  if (type === 'deleted') return cache.prepareWrite(key, object, undefined);
  return cache.prepareWrite(key, type === 'updated' ? change.old : undefined, object);
}

/** Says when a generator of many small steps should yield: a yield costs as much as an item, so every sixteenth time. */
export function pauses(): () => boolean {
  let count = 0;
  return () => (count += 1) % 16 === 0;
}
