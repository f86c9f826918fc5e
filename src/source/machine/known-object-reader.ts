import type { KnownObjects, KubeObject } from '../../objects/index.ts';
import {
  ascii,
  bytesOf,
  closingQuote,
  endOfContainer,
  largestWalked,
  skipBlanks,
  startsWith,
} from './json-scan.ts';
import { endOfManagedFields } from './managed-fields.ts';

/**
 * An object that the caller already has, so that its JSON need not be parsed. `to` is the index after the
 * JSON of the object.
 */
interface KnownStep {
  readonly object: KubeObject;
  readonly to: number;
}

export interface KnownObjectReader {
  /**
   * Returns the caller's object for the JSON that begins at `at`. If the caller does not have the object, or
   * its JSON is unusual, the object has to be parsed, and the result is `undefined`. If the bytes end within
   * the object, the result is -1.
   */
  read(bytes: Uint8Array, at: number, end: number): KnownStep | -1 | undefined;
}

/**
 * Creates a reader that recognizes objects which the caller already has, so that their JSON need not be parsed.
 * The reader scans the bytes for `metadata`, and within `metadata` for name, namespace, uid and resourceVersion.
 * If the caller has an object with the same values, the reader returns this object. The reader does not read
 * the other values, because the same resourceVersion means the same state. If one of the keys occurs twice, the
 * object has to be parsed. The scan reads the whole object, because a second `metadata` would replace the first
 * one.
 *
 * The scan takes 6 µs for a pod of 5 KB. In a list, an object that the caller already has takes 13 µs of the
 * main thread, and an object that is parsed takes 26 µs.
 */
export function createKnownObjectReader(
  knownObjects: Pick<KnownObjects<KubeObject>, 'get'>,
): KnownObjectReader {
  const decoder = new TextDecoder();
  let bytes: Uint8Array = nothing;
  let end = 0;
  let object: KubeObject | undefined;
  /**
   * The byte positions of the values of `keys`: `from` is the index after the opening quote, and `to` is the
   * end. The value 0 means that the key was not found.
   */
  const from = new Int32Array(keys.length);
  const to = new Int32Array(keys.length);

  const textOf = (key: number): string => decoder.decode(bytes.subarray(from[key], to[key]));
  const says = (key: number, text: string): boolean => {
    const at = from[key] ?? 0;
    if (at === 0 || (to[key] ?? 0) - at !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
    return true;
  };
  const lookUp = (): KubeObject | undefined => {
    if (from[name] === 0) return undefined;
    const space = from[namespace] === 0 ? '' : textOf(namespace);
    const found = knownObjects.get(space === '' ? textOf(name) : `${space}/${textOf(name)}`);
    const { uid: id = '', resourceVersion: version = '' } = found?.metadata ?? {};
    return id !== '' && version !== '' && says(uid, id) && says(resourceVersion, version) ? found : undefined;
  };

  const endInMetadata = (keyFrom: number, keyTo: number, value: number): number => {
    const key = keys.findIndex((one) => one.length === keyTo - keyFrom && startsWith(bytes, keyFrom, one));
    if (key === -1) return endOfValue(bytes, value, end);
    if (key === managedFields) {
      return bytes[value] === ascii.bracket ? endOfManagedFields(bytes, value, end) : needsParse;
    }
    if (from[key] !== 0 || bytes[value] !== ascii.quote) return needsParse;
    const quote = plainEnd(bytes, value + 1, end);
    from[key] = value + 1;
    to[key] = quote;
    return quote < 0 ? quote : quote + 1;
  };
  const endInObject = (keyFrom: number, keyTo: number, value: number): number => {
    if (keyTo - keyFrom !== metadata.length || !startsWith(bytes, keyFrom, metadata)) {
      return endOfValue(bytes, value, end);
    }
    if (object !== undefined || bytes[value] !== ascii.brace) return needsParse;
    const behind = walkMembers(bytes, value, end, endInMetadata);
    if (behind < 0) return behind;
    object = lookUp();
    return object === undefined ? needsParse : behind;
  };

  return {
    read(of, at, until) {
      if (at < until && of[at] !== ascii.brace) return undefined;
      bytes = of;
      end = Math.min(until, at + largestWalked);
      object = undefined;
      from.fill(0);
      const behind = walkMembers(bytes, at, end, endInObject);
      const found = object as KubeObject | undefined;
      object = undefined;
      bytes = nothing;
      if (behind === -1) return end < until ? undefined : -1;
      return behind === needsParse || found === undefined ? undefined : { object: found, to: behind };
    },
  };
}

const nothing = new Uint8Array(0);
const metadata = bytesOf('metadata');
const keys = ['name', 'namespace', 'uid', 'resourceVersion', 'managedFields'].map(bytesOf);
const [name, namespace, uid, resourceVersion, managedFields] = [0, 1, 2, 3, 4] as const;

/**
 * A function that returns the index after a value. If the bytes end within the value, the result is -1. If
 * the text is unusual, the result is {@link needsParse}.
 */
export type EndOf = (keyFrom: number, keyTo: number, value: number) => number;

/** The result for an unusual text. For such a text only a parse gives a certain result. */
export const needsParse = -2;

/**
 * Calls `endOf` for each member of the object that begins at `at`, and returns the index after the object. If
 * `endOf` returns a negative result, the function stops, and returns that result. If a key contains an
 * escape, the function returns {@link needsParse}, because the key can be equal to any other key.
 */
export function walkMembers(bytes: Uint8Array, at: number, end: number, endOf: EndOf): number {
  let i = skipBlanks(bytes, at + 1, end);
  if (bytes[i] === ascii.closingBrace && i < end) return i + 1;
  while (i < end) {
    if (bytes[i] !== ascii.quote) return needsParse;
    const keyFrom = i + 1;
    const keyTo = plainEnd(bytes, keyFrom, end);
    if (keyTo < 0) return keyTo;
    const colon = skipBlanks(bytes, keyTo + 1, end);
    const value = skipBlanks(bytes, colon + 1, end);
    if (value >= end) return -1;
    if (bytes[colon] !== ascii.colon) return needsParse;

    const to = endOf(keyFrom, keyTo, value);
    if (to < 0) return to;
    const next = skipBlanks(bytes, to, end);
    if (next >= end) return -1;
    if (bytes[next] === ascii.closingBrace) return next + 1;
    if (bytes[next] !== ascii.comma) return needsParse;
    i = skipBlanks(bytes, next + 1, end);
  }
  return -1;
}

/** Returns the index after a value of any type. */
export function endOfValue(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at];
  if (first === ascii.brace || first === ascii.bracket) return endOfContainer(bytes, at, end);
  if (first === ascii.quote) {
    const to = closingQuote(bytes, at + 1, end);
    return to < end ? to + 1 : -1;
  }
  let i = at;
  while (i < end && isOfLiteral(bytes[i] ?? 0)) i++;
  return i < end ? i : -1;
}

/** Returns the index of the closing quote of a string of ASCII without escapes. `from` is the index after the opening quote. */
function plainEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === ascii.quote) return i;
    if (byte === ascii.backslash || byte < 0x20 || byte > 0x7e) return needsParse;
  }
  return -1;
}

const isOfLiteral = (byte: number): boolean =>
  byte > 0x20 && byte !== ascii.comma && byte !== ascii.closingBrace && byte !== ascii.closingBracket;
