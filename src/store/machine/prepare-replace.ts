import { type KubeObject, keyOf, type ObjectKey } from '../../objects/index.ts';
import type { Delta } from '../../queue/index.ts';
import type { Cause, Change } from '../change.ts';
import { added, deleted, updated } from './change-records.ts';
import type { Content } from './content.ts';
import { isSame, isSameContent } from './is-same.ts';
import { pauses } from './pauses.ts';

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
  content: Content<T>,
  { objects: list, resourceVersion, versionsReset }: Replace<T>,
  rules: ReplaceRules<T> = {},
): Generator<void, Commit<T>, void> {
  const { keeping } = content;
  const { keyOf: key = keeping?.keyOf ?? keyOf, isInInitialList = !content.hasSynced } = rules;
  const cause = isInInitialList ? 'initial' : 'relist';
  const same: Same<T> = versionsReset ? (a, b) => isSameContent(a, b, keeping) : isSame;
  const listed = new Map<ObjectKey, T>();
  const told: Change<T>[] = [];
  const pause = pauses();
  // An index opens what is kept in another way, and one object may take as long as thousands of others.
  const pauseOfIndex = keeping === undefined ? pause : () => true;

  for (const object of list) {
    listed.set(key(object), object);
    if (pause()) yield;
  }
  for (const [key, old] of content.objects) {
    if (!listed.has(key)) told.push(deleted(key, old, false, cause));
    if (pause()) yield;
  }
  for (const [key, object] of listed) {
    compare(key, content.objects.get(key), object, same, cause, told);
    if (pause()) yield;
  }

  const commit =
    (show: () => void): Commit<T> =>
    (changes) => {
      show();
      content.resourceVersion = resourceVersion;
      content.hasSynced = true;
      for (const change of told) changes.push(change);
    };
  if (told.length <= MOST_IN_PLACE) {
    const writes: (() => void)[] = [];
    for (const change of told) {
      writes.push(preparedWrite(content, change));
      if (pauseOfIndex()) yield;
    }
    return commit(() => {
      for (const write of writes) write();
      content.tidy();
    });
  }

  const objects = content.emptyObjects();
  const indices = content.emptyIndices();
  const fill = (key: ObjectKey, object: T): void => {
    objects.set(key, object);
    indices.update(key, undefined, object);
  };
  for (const [key, old] of content.objects) {
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
  if (keeping !== undefined) {
    for (const [at, change] of told.entries()) {
      told[at] = keeping.told(change);
      if (pause()) yield;
    }
  }
  if (objects.tidy !== undefined) yield* objects.tidy();
  return commit(() => content.swap(objects, indices));
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

function preparedWrite<T extends KubeObject>(content: Content<T>, change: Change<T>): () => void {
  const { type, key, object } = change;
  if (type === 'deleted') return content.prepareWrite(key, object, undefined);
  return content.prepareWrite(key, type === 'updated' ? change.old : undefined, object);
}
