import { deepFreeze, type KubeObject, type ObjectKey } from '../../../objects/index.ts';
import type { Arena, Place } from './arena.ts';

/*
 * A record is four numbers (its length; those of key, uid and version, in bytes), then key, uid, version and the object
 * as JSON. So what it is can be told without parsing it, and who walks over a segment knows the keys.
 */
const headBytes = 16;
/** In place of a length: a transform has cleared this member. */
const absent = 0xffff_ffff;

/** By what two states of an object are compared. */
export interface Version {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** A transform may have cleared either. */
export type PerhapsVersion = { readonly [Name in keyof Version]: string | undefined };

/** Made at its first use: a page of jsdom, under Jest, has no TextDecoder, and still loads the package. */
let decoder: TextDecoder | undefined;
const textAt = ({ segment }: Place, from: number, to: number): string =>
  (decoder ??= new TextDecoder('utf-8', { ignoreBOM: true })).decode(segment.bytes.subarray(from, to));
const numberAt = ({ segment, at }: Place, index: number): number => segment.words[at / 4 + index] ?? 0;
const lengthAt = (place: Place, index: number): number => {
  const length = numberAt(place, index);
  return length === absent ? 0 : length;
};

/** In bytes. */
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

/** Makes records; the buffer in which it does serves for all. */
export class RecordWriter {
  readonly #encoder = new TextEncoder();
  #buffer = new Uint8Array(0);

  /** Valid until the next one. */
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
    if (buffer.length > largestKept) this.#buffer = new Uint8Array(0);
    return buffer.subarray(0, end);
  }
}

/** One object of many megabytes shall not hold three times as many for good. */
const largestKept = 1_048_576;

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

/**
 * Whether JSON holds a value so that what is parsed again equals it; a member that is `undefined` counts as absent. All
 * that comes off the wire is like that; what a transform or a write by hand made need not be: a Date, a function, a cycle,
 * an array with `undefined` in it.
 */
export function isJson(value: unknown): boolean {
  return isJsonAt(value, 0);
}

/** Deeper than any real object: a cycle ends here, and so does what a hostile server nests. */
const deepest = 500;

function isJsonAt(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || (depth < deepest && isJsonTree(value, depth + 1));
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
  // for-in over plain JSON is half the price of Object.keys.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    // How transforms leave a member out: to keep such an object on the heap would undo all that they save.
    if (member !== undefined && !isJsonAt(member, depth)) return false;
  }
  return true;
}
