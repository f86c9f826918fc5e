import { deepFreeze, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import type { Arena, Place } from './arena.ts';

/*
 * A record is the encoded form of one object. A record begins with four numbers: the lengths in bytes of the
 * record, the key, the uid and the resourceVersion. Then follow the key, the uid, the resourceVersion, and
 * the object as JSON. So the key and the version can be read without parsing the object.
 */
const headBytes = 16;
/**
 * The number that is stored instead of the length of the uid or the resourceVersion if a transform has
 * removed that member.
 */
const absent = 0xffff_ffff;

export interface Version {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** The uid and the resourceVersion of an object. Each can be missing, because a transform can remove it. */
export type PerhapsVersion = { readonly [Name in keyof Version]: string | undefined };

/**
 * The decoder is created at its first use. Under Jest, jsdom has no TextDecoder, but a test must be able to
 * load the package.
 */
let decoder: TextDecoder | undefined;
const textAt = ({ segment }: Place, from: number, to: number): string =>
  (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(segment.bytes.subarray(from, to));
const numberAt = ({ segment, at }: Place, index: number): number => segment.words[at / 4 + index] ?? 0;
const lengthAt = (place: Place, index: number): number => {
  const length = numberAt(place, index);
  return length === absent ? 0 : length;
};

/** Returns the length of a record, in bytes. */
export const lengthOf = (place: Place): number => numberAt(place, 0);

export const bytesOf = (place: Place): Uint8Array =>
  place.segment.bytes.subarray(place.at, place.at + lengthOf(place));

export function keyAt(place: Place): ObjectKey {
  const from = place.at + headBytes;
  return textAt(place, from, from + lengthAt(place, 1));
}

export function versionAt(place: Place): Version {
  const from = place.at + headBytes + lengthAt(place, 1);
  const between = from + lengthAt(place, 2);
  const to = between + lengthAt(place, 3);
  return {
    ...(numberAt(place, 2) !== absent && { uid: textAt(place, from, between) }),
    ...(numberAt(place, 3) !== absent && { resourceVersion: textAt(place, between, to) }),
  } as Version;
}

export function jsonAt(place: Place): string {
  const from = place.at + headBytes + lengthAt(place, 1) + lengthAt(place, 2) + lengthAt(place, 3);
  return textAt(place, from, place.at + lengthOf(place));
}

export const objectAt = (place: Place): KubeObject => deepFreeze(JSON.parse(jsonAt(place)) as KubeObject);

/** Encodes records into a buffer. The buffer is used again for the next record. */
export class RecordWriter {
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(0);

  /** Encodes an object as a record. The returned record is valid only until the next call. */
  write(key: ObjectKey, { uid, resourceVersion }: PerhapsVersion, json: string): Uint8Array {
    const texts = key.length + (uid?.length ?? 0) + (resourceVersion?.length ?? 0) + json.length;
    const most = headBytes + 3 * texts;
    if (this.#buffer.length < most) this.#buffer = new Uint8Array(most);
    const buffer = this.#buffer;
    let end = headBytes;
    const put = (text: string | undefined): number => {
      if (text === undefined) return absent;
      const { written } = this.#encoder.encodeInto(text, buffer.subarray(end));
      end += written;
      return written;
    };
    const lengths = [put(key), put(uid), put(resourceVersion)] as const;
    put(json);
    new Uint32Array(buffer.buffer, 0, 4).set([end, ...lengths]);
    if (buffer.length > maxKeptBuffer) this.#buffer = new Uint8Array(0);
    return buffer.subarray(0, end);
  }
}

/**
 * The largest buffer that is kept for the next record, in bytes. A buffer is three times as large as its
 * object. A larger buffer is dropped after its object.
 */
const maxKeptBuffer = 1_048_576;

/**
 * Appends the record of an object. Returns `undefined` if JSON cannot represent the object, or UTF-8 cannot represent
 * its key or version.
 *
 * @param live - the number of bytes of the existing records, for {@link Arena}
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

/**
 * Returns whether UTF-8 can represent a text. UTF-8 encodes an unpaired surrogate as U+FFFD, so a key with a
 * surrogate would change. The code does not use `String.prototype.isWellFormed`, because that method is too
 * new.
 */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

/**
 * Returns whether JSON can represent a value, so that a parse returns an equal value. A member that is
 * `undefined` counts as absent. Every object from a server is JSON. But a transform, or a program that writes
 * to the store, can add a Date, a function, a cycle or an array with `undefined`.
 */
export function isJson(value: unknown): boolean {
  return isJsonAt(value, 0);
}

/**
 * The maximum number of levels of an object. No real object has as many levels. The limit bounds the work for
 * a cycle, and for the objects of a hostile server.
 */
const maxDepth = 500;

function isJsonAt(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < maxDepth && isJsonTree(value, depth + 1));
    default:
      return false;
  }
}

function isJsonTree(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    for (const member of value as readonly unknown[]) if (!isJsonAt(member, depth)) return false;
    return true;
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  // A for-in loop over plain JSON takes half the time of Object.keys.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    // A member that is `undefined` is allowed, because transforms remove members by setting them to
    // `undefined`. If such objects were stored on the heap, `compact()` would save no memory.
    if (member !== undefined && !isJsonAt(member, depth)) return false;
  }
  return true;
}
