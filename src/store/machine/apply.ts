import type { KubeObject } from '../../objects/index.ts';
import type { Delta, Deltas, KeyDeltas, RealDeltas } from '../../queue/index.ts';
import type { Change } from '../change.ts';
import { applyDeltas } from './apply-deltas.ts';
import { applyKeyDeltas } from './apply-key-deltas.ts';
import { added, updated } from './change-records.ts';
import type { ObjectCache } from './object-cache.ts';
import { type Commit, prepareReplace, type Replace, type ReplaceRules } from './prepare-replace.ts';

/** What a pop took, in either form. */
export type AnyDeltas<T extends KubeObject> = Deltas<T> | KeyDeltas<T> | RealDeltas<T>;

/**
 * Applies them at once and adds to `changes` what that changed, in order.
 *
 * @param keyOf - of the objects of a list; a delta has its key
 */
export function apply<T extends KubeObject>(
  cache: ObjectCache<T>,
  deltas: AnyDeltas<T>,
  changes: Change<T>[],
  keyOf?: ReplaceRules<T>['keyOf'],
): void {
  if (isByKey(deltas)) applyKeyDeltas(cache, deltas, changes);
  else applyDeltas(cache, deltas as Deltas<T>, changes, { keyOf, isInInitialList: isInitial(deltas) });
}

/** Whether applying them may take long: a whole list, which is popped alone. */
export function isReplace<T extends KubeObject>(deltas: AnyDeltas<T>): deltas is readonly [Replace<T>] {
  return deltas.length === 1 && deltas[0].type === 'ReplacedAll';
}

/** What can be prepared of them without touching the content, in steps; returns the rest. */
export function* prepare<T extends KubeObject>(
  cache: ObjectCache<T>,
  deltas: AnyDeltas<T>,
): Generator<void, Commit<T>, void> {
  const isInInitialList = isInitial(deltas);
  if (isReplace(deltas)) return yield* prepareReplace(cache, deltas[0], { isInInitialList });
  return (changes) => apply(cache, deltas, changes);
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

/** A delta of the whole collection is popped alone, and is one thing in all forms. */
function isByKey<T extends KubeObject>(deltas: AnyDeltas<T>): deltas is KeyDeltas<T> {
  return isInitial(deltas) !== undefined && !ofAll.has((deltas as readonly Partial<Delta<T>>[])[0]?.type);
}

/** What the queue says of the first list, where it does. */
function isInitial<T extends KubeObject>(deltas: AnyDeltas<T>): boolean | undefined {
  return (deltas as Partial<KeyDeltas<T>>).isInInitialList;
}

const ofAll: ReadonlySet<unknown> = new Set<Delta<KubeObject>['type']>([
  'ReplacedAll',
  'SyncAll',
  'Bookmark',
]);
