import { ascii, closingQuote, endOfContainer, skipBlanks } from './json-scan.ts';

/** Where a value ends, -1 when the bytes end before it does, or {@link odd}. */
export type EndOf = (keyFrom: number, keyTo: number, value: number) => number;

/** What is there is not plain enough to be sure of. */
export const odd = -2;

/**
 * Goes from member to member of the object that begins at `at`, each key between `keyFrom` and `keyTo`, and returns the
 * index behind the object. `endOf` is asked where each value ends; what it returns below zero is returned at once. A key
 * with an escape in it is odd: it might be any other.
 */
export function walkMembers(bytes: Uint8Array, at: number, end: number, endOf: EndOf): number {
  let i = skipBlanks(bytes, at + 1, end);
  if (bytes[i] === ascii.closingBrace && i < end) return i + 1;
  while (i < end) {
    if (bytes[i] !== ascii.quote) return odd;
    const keyFrom = i + 1;
    const keyTo = plainEnd(bytes, keyFrom, end);
    if (keyTo < 0) return keyTo;
    const colon = skipBlanks(bytes, keyTo + 1, end);
    const value = skipBlanks(bytes, colon + 1, end);
    if (value >= end) return -1;
    if (bytes[colon] !== ascii.colon) return odd;

    const to = endOf(keyFrom, keyTo, value);
    if (to < 0) return to;
    const next = skipBlanks(bytes, to, end);
    if (next >= end) return -1;
    if (bytes[next] === ascii.closingBrace) return next + 1;
    if (bytes[next] !== ascii.comma) return odd;
    i = skipBlanks(bytes, next + 1, end);
  }
  return -1;
}

/** The index behind any value. */
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

/** The index of the quote that closes a string of plain ASCII; the string begins at `from`, behind its opening quote. */
export function plainEnd(bytes: Uint8Array, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === ascii.quote) return i;
    if (byte === ascii.backslash || byte < 0x20 || byte > 0x7e) return odd;
  }
  return -1;
}

/** Of a number, `true`, `false` or `null`. */
const isOfLiteral = (byte: number): boolean =>
  byte > 0x20 && byte !== ascii.comma && byte !== ascii.closingBrace && byte !== ascii.closingBracket;
