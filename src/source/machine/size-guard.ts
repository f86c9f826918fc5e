import { ProtocolError } from '../../objects/index.ts';
import type { DecodeSettings } from './json-parser.ts';
import { skipBlanks } from './json-scan.ts';
import type { ByteRange } from './managed-fields.ts';
import { addShape, createObjectShapes, type ObjectShapes, withKey } from './object-shapes.ts';

/** Rejects JSON that would need much more memory than its text. The check runs before the parse. */
export interface SizeGuard {
  readonly maxFrameBytes: number;
  /**
   * Checks a length in bytes.
   *
   * @throws ProtocolError for a length above `maxFrameBytes`
   */
  checkLength(what: string, length: number): void;
  /**
   * Checks an object, or a list without its items.
   *
   * @throws ProtocolError for JSON that is too long, or has too many values
   */
  check(what: string, bytes: Uint8Array, from: number, to: number, cut?: ByteRange): void;
}

/**
 * Creates a guard that limits the values and the keys of each object, and the memory of each page.
 *
 * Each `{`, `[`, `:` and `,` outside strings can cost V8 up to 90 bytes and 0.8 µs. For example, `{},` needs
 * 30 times the memory of its text. So an object may have one of these characters for each 64 bytes of
 * `maxFrameBytes`.
 *
 * A key costs V8 several times as much if no other object has the same keys in the same order. So an object
 * may have one such key for each 512 bytes of `maxFrameBytes`. In the cost of a page, each such key counts as
 * 450 more bytes.
 *
 * If a key is an array index, like `"34"`, V8 creates an array of up to 35 slots. So a key that begins with a digit or an escape,
 * and ends with a digit, counts as 300 more bytes. V8 parses a long number slowly, so 32 digits count as one more value. A string
 * with a character beyond Latin-1 needs two bytes per character.
 *
 * All objects of a page together may need 4 times the memory of `maxPageBytes`. A short object in the first
 * 1/64 of `maxPageBytes` is not scanned, but counts with the highest possible cost. A page of usual size is
 * not longer than this 1/64, so its check takes almost no time.
 */
export function createSizeGuard({
  maxFrameBytes,
  maxPageBytes,
}: Pick<DecodeSettings, 'maxFrameBytes' | 'maxPageBytes'>): SizeGuard {
  const maxInObject = Math.max(fewestTokens, Math.floor(maxFrameBytes / 64));
  const maxOfPage = 4 * Math.max(fewestTokens * 24, maxPageBytes);
  const maxKeys = maxKeysFor(maxFrameBytes);
  const isPage = maxPageBytes < Infinity;
  /**
   * The set of known shapes. A page has one set, because the objects of a page are in memory together. In a
   * watch, each object has its own set.
   */
  let shapes: ObjectShapes | undefined;
  let seen = 0;
  let costs = 0;
  const checkLength = (what: string, length: number): void => {
    if (length > maxFrameBytes)
      throw new ProtocolError(`${what} is longer than ${maxFrameBytes} bytes; ${raise}`);
  };
  return {
    maxFrameBytes,
    checkLength,
    check(what, bytes, from, to, cut) {
      const length = to - from;
      checkLength(what, length);
      seen += length;
      if (length <= maxInObject && seen <= maxPageBytes / 64) {
        costs += length * highestCost;
        return;
      }
      if (!isPage) shapes = undefined;
      if (isPage || length > shortestMember * maxKeys)
        shapes ??= createObjectShapes(isPage ? Math.min(maxOfPage / 2_048, maxWords) : wordsOfObject);
      const before = shapes?.keys ?? 0;
      const found = { tokens: 0, wide: 0, indexes: 0, digits: 0, keys: 0 };
      count(found, bytes, from, to, maxInObject, cut, shapes);
      const ofNewShapes = shapes === undefined ? found.keys : shapes.keys - before;
      costs += length + found.wide + found.tokens * bytesOfToken;
      costs += found.indexes * bytesOfIndex + ofNewShapes * bytesOfClass;
      if (found.tokens + found.digits / digitsOfToken > maxInObject)
        throw new ProtocolError(`${what} has more than ${maxInObject} values; ${raise}`);
      if (shapes !== undefined && ofNewShapes > maxKeys)
        throw new ProtocolError(
          `${what} has more than ${maxKeys} different keys, or orders of keys; ${raise}`,
        );
      if (costs > maxOfPage) {
        throw new ProtocolError(
          `a list page takes more than ${maxOfPage} bytes of memory; ask for fewer objects a page, or raise maxPageBytes`,
        );
      }
    },
  };
}

/**
 * Returns the maximum number of keys of new shapes. Real objects have some thousand different keys. V8 needs
 * at least 3 µs for each key: to parse and intern the key, add a hidden class, and freeze the object.
 */
const maxKeysFor = (maxFrameBytes: number): number => Math.max(fewestKeys, Math.floor(maxFrameBytes / 512));

const raise = 'raise maxFrameBytes if objects are that large';
/**
 * The number of bytes of `"":1`, the shortest member. So an object with at most this number of bytes for each allowed
 * key cannot have too many keys.
 */
const shortestMember = 4;
/**
 * The smallest limit for values. It allows some hundred kilobytes of real JSON, even if the options set low
 * limits.
 */
const fewestTokens = 16_384;
const fewestKeys = 4_096;

/**
 * The memory that V8 needs for a token in addition to the text, in bytes. V8 needs 246 bytes for each
 * `{"key":0}` with a new key.
 */
const bytesOfToken = 84;
/**
 * The memory that V8 needs for `{"34":0}` in addition to its two tokens, in bytes. V8 needs 354 bytes for
 * each nested `{"34":`.
 */
const bytesOfIndex = 300;
/**
 * The memory that V8 needs for a key of a new shape in addition to its two tokens, in bytes. V8 creates a hidden class
 * with descriptors, and an entry in a table of transitions. Together they need 130 bytes. The growth of the descriptors
 * and of the table leaves several times as much garbage.
 */
const bytesOfClass = 450;
/** The number of digits that cost as much as one token. V8 parses a long number in 17 ns per digit. */
const digitsOfToken = 32;
/** The highest possible cost as a multiple of the text: the cost of `{},`. */
const highestCost = 30;

/**
 * The size of the set of shapes for one object, in words of 4 bytes: 128 KiB. The size for a page is in
 * proportion to its limits, and is 2 MiB for the default limits.
 */
const wordsOfObject = 32_768;
const maxWords = 524_288;

interface Found {
  tokens: number;
  /** The number of bytes of strings that are not ASCII. Such strings can need twice the memory. */
  wide: number;
  /** The number of keys that can be array indexes. */
  indexes: number;
  digits: number;
  keys: number;
}

/**
 * Counts the tokens, keys and digits of JSON. The function uses local variables, because a function call for
 * each key and brace would take twice the time.
 */
function count(
  found: Found,
  bytes: Uint8Array,
  from: number,
  to: number,
  most: number,
  cut?: ByteRange,
  shapes?: ObjectShapes,
): void {
  const seed = shapes?.seed ?? 0;
  const gap = cut?.from ?? to;
  /** For each enclosing object, two numbers: the hash of its keys so far, and the number of these keys. */
  const outer: number[] = [];
  let hash = seed;
  let size = 0;
  let tokens = 0;
  let keys = 0;
  let digits = 0;
  for (let i = from; i < to; i++) {
    if (i === gap) i = cut?.to ?? to;
    const byte = bytes[i] ?? 0;
    if (byte === 0x22) {
      const text = i + 1;
      let isWide = false;
      for (i = text; i < to && bytes[i] !== 0x22; i++) {
        if (bytes[i] === 0x5c) {
          i++;
          isWide ||= bytes[i] === 0x75 && !isZero(bytes, i + 1);
        } else isWide ||= (bytes[i] ?? 0) >= 0x80;
      }
      if (isWide) found.wide += i - text;
      if (bytes[skipBlanks(bytes, i + 1, to)] === 0x3a) {
        const first = bytes[text] ?? 0;
        if ((isDigit(first) || first === 0x5c) && isDigit(bytes[i - 1] ?? 0)) found.indexes++;
        keys++;
        if (shapes !== undefined) {
          hash = withKey(hash, bytes, text, i);
          size++;
        }
      }
    } else if (byte === 0x2c || byte === 0x3a || byte === 0x5b) tokens++;
    else if (byte === 0x7b) {
      if (++tokens > most) break;
      if (shapes !== undefined) {
        outer.push(hash, size);
        hash = seed;
        size = 0;
      }
    } else if (byte === 0x7d) {
      if (shapes !== undefined) {
        addShape(shapes, hash, size);
        size = outer.pop() ?? 0;
        hash = outer.pop() ?? 0;
      }
    } else if (isDigit(byte)) digits++;
  }
  found.tokens += tokens;
  found.keys += keys;
  found.digits += digits;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/**
 * Returns whether the first two digits of a `\u` escape are 0, so that the character is Latin-1. For example,
 * Go writes `<` as `\u003c`.
 */
const isZero = (bytes: Uint8Array, at: number): boolean => bytes[at] === 0x30 && bytes[at + 1] === 0x30;
