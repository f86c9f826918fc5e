import type { KubeObject } from '../../objects/index.ts';
import type { Deltas } from '../../queue/index.ts';
import type { Change } from '../change.ts';
import { applyDeltas } from './apply-deltas.ts';
import { added, updated } from './change-records.ts';
import type { ObjectCache } from './object-cache.ts';
import { type Commit, prepareReplace, type Replace } from './prepare-replace.ts';

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
