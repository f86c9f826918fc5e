import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { Arena, Place } from './arena.ts';
import { isJson } from './is-json.ts';
import type { PerhapsVersion, RecordWriter } from './record.ts';

/**
 * Writes an object down; `undefined` for one that JSON cannot hold, or UTF-8 not its key or version.
 *
 * @param live - see {@link Arena}
 */
export function pack(
  writer: RecordWriter,
  arena: Arena,
  live: number,
  key: ObjectKey,
  object: KubeObject,
): Place | undefined {
  if (!isWellFormed(key) || !isJson(object)) return undefined;
  const { uid, resourceVersion } = ((object as Partial<KubeObject>).metadata ??
    {}) as Partial<PerhapsVersion>;
  if (!isTextOrAbsent(uid) || !isTextOrAbsent(resourceVersion)) return undefined;
  return arena.append(writer.write(key, { uid, resourceVersion }, JSON.stringify(object)), live);
}

const isTextOrAbsent = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && isWellFormed(value));

/** Half a surrogate pair is written as U+FFFD, and would not be found again. `String.prototype.isWellFormed` is too new. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
