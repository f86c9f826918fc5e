import type { KubeObject, ObjectKey } from '../../../objects/index.ts';
import type { Arena, Place } from './arena.ts';
import { isJson } from './is-json.ts';
import type { PerhapsVersion, RecordWriter } from './record.ts';

/**
 * Writes an object down; `undefined` for one that JSON cannot hold.
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
  if (!isJson(object)) return undefined;
  const { uid, resourceVersion } = ((object as Partial<KubeObject>).metadata ??
    {}) as Partial<PerhapsVersion>;
  if (!isTextOrAbsent(uid) || !isTextOrAbsent(resourceVersion)) return undefined;
  return arena.append(writer.write(key, { uid, resourceVersion }, JSON.stringify(object)), live);
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';
