import type { KnownObjects, KubeObject } from '../../objects/index.ts';
import { type ByteSearch, searchFor } from './index-of-bytes.ts';
import type { ByteWindow } from './byte-window.ts';
import { createKnownObjectReader } from './known-object-reader.ts';
import { type ItemType, typePrefix } from './page.ts';
import { ascii, bytesOf, endOfContainer, largestWalked, skipBlanks, startsWith } from './json-scan.ts';
import { findManagedFields } from './managed-fields.ts';
import type { JsonParser } from './json-parser.ts';
import type { SizeGuard } from './size-guard.ts';

/** One step of a reader through the items of a list. `to` is the index of the next byte after the step. */
type ItemStep =
  | { readonly type: 'item'; readonly value: unknown; readonly to: number }
  | { readonly type: 'end'; readonly to: number }
  /** The next step parses a large item. The caller can pause before that step. */
  | { readonly type: 'checked' }
  | { readonly type: 'more' };

/** Reads the items of a list one by one, starting after `"items":[`. */
export interface ItemReader {
  /**
   * @param window - the window of bytes; it begins where the previous step ended
   * @param ended - true if all bytes have arrived
   * @throws SyntaxError for an item that is not JSON
   */
  next(window: ByteWindow, ended: boolean): ItemStep;
}

/**
 * Creates a reader that guesses the end of an item, because an exact search would scan each byte. The guess
 * is the next place in the text that looks like the beginning of the first item. The parse proves the guess:
 * a text between two braces that can be parsed is exactly one item (PF3).
 *
 * After a wrong guess, the reader has to scan the item and parse it again. So the reader stops guessing after
 * some wrong guesses, and never guesses for a large item.
 */
export function createItemReader(
  json: JsonParser,
  guard: SizeGuard,
  keepManagedFields: boolean,
  type: ItemType | undefined,
  knownObjects?: Pick<KnownObjects<KubeObject>, 'get'>,
): ItemReader {
  const knownReader = knownObjects && createKnownObjectReader(knownObjects);
  const prefix = type && typePrefix(type);
  let count = 0;
  let boundary: Boundary | undefined;
  let wrongGuesses = 0;
  /** The length of a large item that is checked and not yet parsed. Without such an item, the value is 0. */
  let checked = 0;

  const step = (to: number, value: unknown): ItemStep => {
    count++;
    checked = 0;
    return { type: 'item', value, to };
  };

  return {
    next(window, ended) {
      const { bytes, end } = window;
      let at = skipBlanks(bytes, window.at, end);
      if (at < end && bytes[at] === ascii.closingBracket) return { type: 'end', to: at };
      if (count > 0) {
        if (at < end && bytes[at] !== ascii.comma) throw new SyntaxError();
        at = skipBlanks(bytes, at + 1, end);
      }
      if (at >= end) return more;
      if (bytes[at] !== ascii.brace) throw new SyntaxError();
      if (count === 0) boundary = boundaryBefore(bytes, at);

      const known = knownReader?.read(bytes, at, end);
      if (known === -1 && !ended && end - at < guard.maxFrameBytes) return more;
      if (known !== undefined && known !== -1) return step(known.to, known.object);

      const cut = keepManagedFields ? undefined : findManagedFields(bytes, at, end, false);
      const check = (to: number): void => guard.check('an object of a list', bytes, at, to, cut);
      const parsed = (to: number): ItemStep =>
        step(to, json.parse(bytes, at, to, cut, startsWith(bytes, at, metadataFirst) ? prefix : undefined));
      if (checked > 0) return parsed(at + checked);

      if (boundary !== undefined && wrongGuesses < maxMisses) {
        const guess = boundary.find(bytes, cut?.to ?? at, end);
        const fits = (guess === -1 ? end : guess) - at < guard.maxFrameBytes;
        if (guess === -1 && fits && !ended) return more;
        if (guess !== -1 && fits && guess - at <= largestWalked) {
          check(guess + 1);
          try {
            return parsed(guess + 1);
          } catch {
            // A SyntaxError means that the guessed end of the item was wrong.
          }
        }
      }

      const to = endOfContainer(bytes, at, end);
      if (to === -1) return more;
      check(to);
      if (to - at > largestWalked) {
        checked = to - at;
        return { type: 'checked' };
      }
      if (end - to >= (boundary?.length ?? 0)) wrongGuesses++;
      return parsed(to);
    },
  };
}

/** The number of wrong guesses on a page after which all further items are scanned. */
const maxMisses = 4;
const more: ItemStep = { type: 'more' };
const metadataFirst = bytesOf('{"metadata":');

interface Boundary {
  readonly find: ByteSearch;
  readonly length: number;
}

/**
 * Creates a search for the boundary between two items that begin like the item at `at`. Returns `undefined`
 * for an indented page.
 */
function boundaryBefore(bytes: Uint8Array, at: number): Boundary | undefined {
  const colon = bytes.indexOf(ascii.colon, at);
  if (bytes[at + 1] !== ascii.quote || colon === -1 || colon - at > 100) return undefined;
  const beginning = bytes.subarray(at, colon + 1);
  const pattern = Uint8Array.of(ascii.closingBrace, ascii.comma, ...beginning);
  return { find: searchFor(pattern), length: pattern.length };
}
