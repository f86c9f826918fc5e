import { ProtocolError } from '../../objects/index.ts';
import type { DecodeSettings } from './decode-settings.ts';
import { createDistinctKeys, type DistinctKeys } from './distinct-keys.ts';
import { closingQuote, skipBlanks } from './json-scan.ts';
import type { ByteRange } from './managed-fields.ts';

/** Refuses JSON that would take much more memory than its text, before it is parsed. */
export interface SizeGuard {
  readonly maxFrameBytes: number;
  /** @throws ProtocolError when it is longer than `maxFrameBytes` */
  checkLength(what: string, length: number): void;
  /** @throws ProtocolError for one object, or the list without its items, that is too long or too dense */
  check(what: string, bytes: Uint8Array, from: number, to: number, cut?: ByteRange): void;
}

/**
 * Each `{`, `[`, `:` and `,` outside strings can cost V8 up to 90 bytes and 0.8 µs, and `{},` costs 30 times its text.
 * So an object may have one of these for each 64 bytes of `maxFrameBytes`, and a page one for each 24 bytes of
 * `maxPageBytes`. A key that no other member has costs V8 several times as much, so an object may have one different key
 * for each 512 bytes of `maxFrameBytes`. An object that cannot have more is not looked at, nor are the first bytes of a page: pages of usual
 * size cost nothing.
 */
export function createSizeGuard({
  maxFrameBytes,
  maxPageBytes,
}: Pick<DecodeSettings, 'maxFrameBytes' | 'maxPageBytes'>): SizeGuard {
  const mostInObject = Math.max(fewestTokens, Math.floor(maxFrameBytes / 64));
  const mostInPage = Math.max(fewestTokens, Math.floor(maxPageBytes / 24));
  const mostKeys = mostKeysFor(maxFrameBytes);
  let seen = 0;
  let tokens = 0;
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
      if (length <= mostInObject && seen <= maxPageBytes / 32) return;
      const keys = length > shortestMember * mostKeys ? createDistinctKeys() : undefined;
      const count =
        countTokens(bytes, from, cut?.from ?? to, keys) +
        (cut === undefined ? 0 : countTokens(bytes, cut.to, to, keys));
      tokens += count;
      if (count > mostInObject)
        throw new ProtocolError(`${what} has more than ${mostInObject} values; ${raise}`);
      if (keys !== undefined && keys.count > mostKeys)
        throw new ProtocolError(`${what} has more than ${mostKeys} different keys; ${raise}`);
      if (tokens > mostInPage) {
        throw new ProtocolError(
          `a list page has more than ${mostInPage} values; ask for fewer objects a page, or raise maxPageBytes`,
        );
      }
    },
  };
}

/** Honest objects have some thousand; V8 needs 3 µs and more for each to parse, to intern and to freeze. */
const mostKeysFor = (maxFrameBytes: number): number => Math.max(fewestKeys, Math.floor(maxFrameBytes / 512));

const raise = 'raise maxFrameBytes if objects are that large';
/** The bytes of `"":1`: a shorter object than this for each key cannot have too many. */
const shortestMember = 4;
/** Some hundred kilobytes of honest JSON, however low the limits are. */
const fewestTokens = 16_384;
const fewestKeys = 4_096;

function countTokens(bytes: Uint8Array, from: number, to: number, keys?: DistinctKeys): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte === 0x22) {
      const key = i + 1;
      i = closingQuote(bytes, key, to);
      if (bytes[skipBlanks(bytes, i + 1, to)] === 0x3a) keys?.add(bytes, key, i);
    } else if (byte === 0x2c || byte === 0x3a || byte === 0x7b || byte === 0x5b) count++;
  }
  return count;
}
