import type { KubeObject } from '../../objects/index.ts';
import type { Delta, Deltas, KeyDeltas, RealDeltas } from '../../queue/index.ts';
import type { Change } from '../change.ts';
import { applyDeltas } from './apply-deltas.ts';
import { applyKeyDeltas } from './apply-key-deltas.ts';
import { added } from './change-records.ts';
import type { Content } from './content.ts';
import { type Commit, prepareReplace, type Replace, type ReplaceRules } from './prepare-replace.ts';

/** What a pop took, in either form. */
export type AnyDeltas<T extends KubeObject> = Deltas<T> | KeyDeltas<T> | RealDeltas<T>;

/**
 * Applies them at once and adds to `changes` what that changed, in order.
 *
 * @param keyOf - of the objects of a list; a delta has its key
 */
export function apply<T extends KubeObject>(
  content: Content<T>,
  deltas: AnyDeltas<T>,
  changes: Change<T>[],
  keyOf?: ReplaceRules<T>['keyOf'],
): void {
  if (isByKey(deltas)) applyKeyDeltas(content, deltas, changes);
  else applyDeltas(content, deltas as Deltas<T>, changes, { keyOf, isInInitialList: isInitial(deltas) });
}

/** Whether applying them may take long: a whole list, which is popped alone. */
export function isReplace<T extends KubeObject>(deltas: AnyDeltas<T>): deltas is readonly [Replace<T>] {
  return deltas.length === 1 && deltas[0].type === 'ReplacedAll';
}

/** What can be prepared of them without touching the content, in steps; returns the rest. */
export function* prepare<T extends KubeObject>(
  content: Content<T>,
  deltas: AnyDeltas<T>,
): Generator<void, Commit<T>, void> {
  const isInInitialList = isInitial(deltas);
  if (isReplace(deltas)) return yield* prepareReplace(content, deltas[0], { isInInitialList });
  return (changes) => apply(content, deltas, changes);
}

/** All that is there, as a latecomer is told of it. */
export function snapshot<T extends KubeObject>(content: Content<T>): readonly Change<T>[] {
  const changes: Change<T>[] = [];
  for (const [key, object] of content.objects) changes.push(added(key, object, 'replay'));
  return told(content, changes);
}

/** The same array, as subscribers may see it. */
export function told<T extends KubeObject>(
  { keeping }: Content<T>,
  changes: Change<T>[],
): readonly Change<T>[] {
  if (keeping !== undefined) for (const [at, change] of changes.entries()) changes[at] = keeping.told(change);
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
