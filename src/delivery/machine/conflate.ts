import type { KubeObject } from '../../objects/index.ts';
import { added, type Cause, type Change, updated } from '../../store/index.ts';

/** What waits of one key: one record, or the delete of one object and the add of the next under its name. */
export interface Waiting<T> {
  readonly first: Change<T>;
  readonly second?: Change<T>;
  /** Of what is deleted, the state that the subscriber was last told, where the waiting records say it. */
  readonly seen?: T;
}

/**
 * What waits of a key once one more change has come; nothing, if an add and its delete annihilate. The subscriber
 * is told the newest state, and every delete of what it knows (G4, G5); an `old` is what it was told last or, where a
 * delete that waited was taken back by an add of the same object, possibly the state of that delete.
 *
 * An add keeps its cause, so that what was in the first list is told as such; else the newest cause counts, but a
 * resync, which brings nothing new, hides no other.
 */
export function conflate<T>({ first, second, seen }: Waiting<T>, change: Change<T>): Waiting<T> | undefined {
  const { key, object, type } = change;
  if (second !== undefined) {
    if (type === 'deleted') return { first, ...ifAny(seen) };
    return { first, second: added(key, object, second.cause), ...ifAny(seen) };
  }

  switch (first.type) {
    case 'added':
      return type === 'deleted' ? undefined : { first: added(key, object, first.cause) };
    case 'updated':
      if (type === 'deleted') return { first: change, seen: first.old };
      return { first: updated(key, first.old, object, newest(first.cause, change.cause)) };
    case 'deleted':
      if (type === 'deleted') return { first: change, ...ifAny(seen) };
      if (uidOf(first.object) === uidOf(object)) {
        return { first: updated(key, seen ?? first.object, object, change.cause) };
      }
      return { first, second: added(key, object, change.cause), ...ifAny(seen) };
  }
}

const ifAny = <T>(seen: T | undefined): Pick<Waiting<T>, 'seen'> => (seen === undefined ? {} : { seen });

const newest = (before: Cause, now: Cause): Cause => (now === 'resync' ? before : now);

/** A row of a view may be no object of the API: then the key alone says which one it is. */
function uidOf(object: unknown): string | undefined {
  return (object as Partial<KubeObject> | null | undefined)?.metadata?.uid;
}
