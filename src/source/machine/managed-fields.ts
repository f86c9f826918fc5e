import { findByte } from './index-of-bytes.ts';
import {
  ascii,
  bytesOf,
  endOfContainer,
  largestWalked,
  skipBlanks,
  skipBlanksBack,
  valueOfKey,
} from './json-scan.ts';

/** A range of bytes: `from` is the first index, and `to` is the index after the last byte. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds the bytes of the member `metadata.managedFields`, including one comma, so that these bytes are not
 * parsed. managedFields is a third of a pod, and the search costs much less than a parse (PF2). The search
 * checks the path, so it does not find a member `managedFields` at another path.
 *
 * In some situations the member is not found: the key is escaped or repeated, a blank precedes the colon, the
 * value is not an array, or the member is after the first mebibyte. Then {@link withoutManagedFields} removes
 * the member after the parse.
 *
 * @param at - the index of the object, or of the watch frame around the object
 * @param inFrame - whether the object is the member `object` of a watch frame
 */
export function findManagedFields(
  bytes: Uint8Array,
  at: number,
  end: number,
  inFrame: boolean,
): ByteRange | undefined {
  if (bytes[at] !== ascii.brace) return undefined;
  const near = Math.min(end, at + largestWalked);
  const object = inFrame ? objectAt(bytes, at, near, keys.object) : at;
  const metadata = object === -1 ? -1 : objectAt(bytes, object, near, keys.metadata);
  const value = metadata === -1 ? -1 : valueOfKey(bytes, metadata, near, keys.managedFields);
  if (value === -1 || bytes[value] !== ascii.bracket) return undefined;

  // `from` is the opening quote of the key, unless there is a blank after the colon.
  const from = value - keys.managedFields.length - 3;
  if (bytes[from] !== ascii.quote || bytes[value - 1] !== ascii.colon) return undefined;
  const to = endOfManagedFields(bytes, value, end);
  if (to === -1) return undefined;

  const before = skipBlanksBack(bytes, from, metadata);
  if (bytes[before] === ascii.comma) return { from: before, to };
  const next = skipBlanks(bytes, to, end);
  return { from, to: next < end && bytes[next] === ascii.comma ? next + 1 : to };
}

/**
 * Returns a parsed object without managedFields. If the object has no managedFields, the function returns the
 * object itself. The function copies `metadata`, because `delete` would make `metadata` larger and slower to
 * read in V8.
 */
export function withoutManagedFields<T>(object: T): T {
  const metadata = (object as { readonly metadata?: Record<string, unknown> | null } | null)?.metadata;
  if (metadata?.['managedFields'] === undefined) return object;
  const rest = Object.entries(metadata).filter(([key]) => key !== 'managedFields');
  return { ...object, metadata: Object.fromEntries(rest) };
}

function objectAt(bytes: Uint8Array, at: number, end: number, key: Uint8Array): number {
  const value = valueOfKey(bytes, at, end, key);
  return value !== -1 && bytes[value] === ascii.brace ? value : -1;
}

/**
 * Returns the index after the array that begins at `at`, or -1 if the bytes end before that index.
 *
 * The first `]` ends the array if it is outside a string and no other array begins before it. A `]` before `,"x` or
 * `},"x`, where x is a letter, is outside a string: otherwise the quote would end the string, and no letter follows a
 * string. If the first `]` is in another position, the function scans all bytes of the array (about two thousand
 * bytes).
 */
export function endOfManagedFields(bytes: Uint8Array, at: number, end: number): number {
  const first = findByte(bytes, ascii.closingBracket, at);
  if (first === -1) return -1;

  const comma = bytes[first + 1] === ascii.closingBrace ? first + 2 : first + 1;
  const isOutsideStrings =
    comma + 2 < end &&
    bytes[comma] === ascii.comma &&
    bytes[comma + 1] === ascii.quote &&
    isLetter(bytes[comma + 2] ?? 0);
  if (isOutsideStrings && findByte(bytes.subarray(at + 1, first), ascii.bracket, 0) === -1) return first + 1;
  return endOfContainer(bytes, at, end);
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

const keys = {
  object: bytesOf('object'),
  metadata: bytesOf('metadata'),
  managedFields: bytesOf('managedFields'),
};
