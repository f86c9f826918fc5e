import type { KubeObject, ObjectKey } from '../../objects/index.ts';
import type { Cause, Change } from '../change.ts';
import { added, deleted, updated } from './change-records.ts';
import type { ObjectCache } from './object-cache.ts';

/**
 * Stores an object; what is there decides between added and updated (B112).
 *
 * @param old - what is there under the key
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
 * Takes an object out; nothing is told of one that nobody was told of (against Q16).
 *
 * @param old - what is there under the key
 * @param last - the last state known, if another than the stored one
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
