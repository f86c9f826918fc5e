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

/** A range of bytes: `from` is the first of them, `to` the one behind the last. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Which bytes to leave out so that `metadata.managedFields` is not there: the member, with one of its commas.
 *
 * It is a third of a pod, and to find it costs much less than to parse it (PF2). Only a member found by its path is
 * named: the same word deeper down, in a label, in a string or in another key stays. What is odd is left to
 * {@link withoutManagedFields}, after parsing: an escaped key, a blank before the colon, a value that is no array, a key
 * that comes twice, one behind the first mebibyte.
 *
 * @param at - where the object begins, or the watch frame around it
 * @param inFrame - the object is the member `object` of a watch frame
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

  const from = value - keys.managedFields.length - 3; // its opening quote, unless a blank stands behind the colon
  if (bytes[from] !== ascii.quote || bytes[value - 1] !== ascii.colon) return undefined;
  const to = endOfManagedFields(bytes, value, end);
  if (to === -1) return undefined;

  const before = skipBlanksBack(bytes, from, metadata);
  if (bytes[before] === ascii.comma) return { from: before, to };
  const next = skipBlanks(bytes, to, end);
  return { from, to: next < end && bytes[next] === ascii.comma ? next + 1 : to };
}

/**
 * The parsed object without its managedFields: the same reference when it has none. A copy of `metadata`, not a
 * `delete`: that would turn it into a dictionary, larger and slower to read.
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
 * Behind the array that begins at `at`; -1: it does not end here.
 *
 * The first `]` is its end if no other array opens before and it stands in no string. One with `,"x` or `},"x` behind
 * it, x a letter, stands in none: the quote would close that string, and no letter follows a string. This spares a walk
 * over two thousand bytes.
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
