/*
 * The functions of this file scan the bytes of JSON without a parse. The functions assume valid JSON, so the
 * caller has to parse the found ranges. All structural characters are ASCII, and a longer UTF-8 sequence
 * contains no ASCII byte.
 */

export const ascii = {
  lineFeed: 0x0a,
  lessThan: 0x3c,
  quote: 0x22,
  comma: 0x2c,
  colon: 0x3a,
  bracket: 0x5b,
  backslash: 0x5c,
  closingBracket: 0x5d,
  brace: 0x7b,
  closingBrace: 0x7d,
} as const;

/**
 * The largest object that is scanned before the parse, in bytes. A scan of 16 MiB takes 20 to 60 ms. For a
 * larger object, several scans and the parse would run in one task.
 */
export const largestWalked = 1_048_576;

// The values of `ascii` are repeated as constants, because a read of a property for each byte is slower. A
// bundler would not inline constants that are destructured from `ascii`.
const quote: typeof ascii.quote = 0x22;
const backslash: typeof ascii.backslash = 0x5c;
const colon: typeof ascii.colon = 0x3a;
const brace: typeof ascii.brace = 0x7b;
const closingBrace: typeof ascii.closingBrace = 0x7d;
/** The only bit in which `{` and `[` differ. `}` and `]` differ in the same bit. */
const bit = 0x20;

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Returns the index of the value of a key in the object that begins at `at`, or -1 if the object or the bytes
 * end before the key. The function does not find a key with escapes, or with a blank before its colon.
 */
export function valueOfKey(bytes: Uint8Array, at: number, end: number, key: Uint8Array): number {
  let depth = 0;
  for (let i = at + 1; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === quote) {
      const from = i + 1;
      i = closingQuote(bytes, from, end);
      if (depth === 0 && i - from === key.length && bytes[i + 1] === colon) {
        if (startsWith(bytes, from, key)) {
          const value = skipBlanks(bytes, i + 2, end);
          return value < end ? value : -1;
        }
      }
    } else if ((byte | bit) === brace) {
      depth++;
    } else if ((byte | bit) === closingBrace && depth-- === 0) {
      return -1;
    }
  }
  return -1;
}

/** Returns the index after the object or array that begins at `at`, or -1 if the bytes end before that index. */
export function endOfContainer(bytes: Uint8Array, at: number, end: number): number {
  let depth = 0;
  for (let i = at; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === quote) i = closingQuote(bytes, i + 1, end);
    else if ((byte | bit) === brace) depth++;
    else if ((byte | bit) === closingBrace && --depth === 0) return i + 1;
  }
  return -1;
}

/** Returns the first index at or after `at` whose byte is not white space, or `end` if only white space follows. */
export function skipBlanks(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && isBlank(bytes[i])) i++;
  return i;
}

/** Returns the last index before `at` whose byte is not white space, or `from` if only white space follows `from`. */
export function skipBlanksBack(bytes: Uint8Array, at: number, from: number): number {
  let i = at - 1;
  while (i > from && isBlank(bytes[i])) i--;
  return i;
}

export function startsWith(bytes: Uint8Array, at: number, pattern: Uint8Array): boolean {
  for (let i = 0; i < pattern.length; i++) {
    if (bytes[at + i] !== pattern[i]) return false;
  }
  return true;
}

/**
 * Returns the index of the closing quote of the string whose first character is at `from`. If the quote is
 * missing, the result is `end` or more.
 */
export function closingQuote(bytes: Uint8Array, from: number, end: number): number {
  let i = from;
  for (; i < end; i++) {
    const byte = bytes[i];
    if (byte === quote) return i;
    if (byte === backslash) i++;
  }
  return i;
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
