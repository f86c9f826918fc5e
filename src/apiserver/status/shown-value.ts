import { isRecord } from '../../objects/index.ts';
import { copyOf } from '../../objects/index.ts';

/**
 * Returns the JSON of a value for an error message, shortened to 1,000 characters. Many errors may contain the same
 * large value, so the function stops reading the value at 1,000 characters.
 */
export function shownValue(value: unknown): string {
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > most) return shortened(text);
  }
  return text;
}

/** Returns a text for an error message, shortened to `longest` characters. */
export function shortened(text: string, longest: number = most): string {
  // The text is copied, because a substring would keep the whole text in memory.
  return text.length <= longest ? text : `${copyOf(text.slice(0, longest).replace(halfCharacter, ''))}…`;
}

/** Returns a text of a request for an error message, shortened to 10,000 characters. */
export const shownText = (text: string): string => shortened(text, longestText);

/** Returns a text of a request in quotes for an error message, as Go's `%q` does. */
export const quoted = (text: string): string => JSON.stringify(shownText(text));

/**
 * Returns the words of a schema or of a rule for an error message, shortened to 5,000 characters. Many errors may
 * contain the same thousands of words, so the function stops reading the words at 5,000 characters.
 */
export function shownWords(words: Iterable<string>, separator: string): string {
  let text = '';
  for (const word of words) {
    text += `${text === '' ? '' : separator}${JSON.stringify(word.slice(0, longestWords + 1))}`;
    if (text.length > longestWords) break;
  }
  return shortened(text, longestWords);
}

/**
 * The maximum number of characters of a pattern, or of the words of an enum. A pattern for an IP address has more than
 * 1,000 characters.
 */
export const longestWords = 5_000;

/** The maximum number of characters of a value. */
const most = 1_000;
/** The maximum number of characters of a name or a parameter. */
const longestText = 10_000;
/** Matches the first half of a surrogate pair whose second half was cut off. */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** Yields the JSON of a value in pieces. The pieces together are the text that `JSON.stringify` returns. */
function* piecesOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield JSON.stringify(value.slice(0, most + 1));
  else if (Array.isArray(value)) {
    yield '[';
    for (let at = 0; at < value.length; at++) {
      if (at > 0) yield ',';
      yield* piecesOf((value[at] as unknown) ?? null);
    }
    yield ']';
  } else if (isRecord(value)) {
    let before = '{';
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${before}${JSON.stringify(name.slice(0, most + 1))}:`;
      yield* piecesOf(member);
      before = ',';
    }
    yield before === '{' ? '{}' : '}';
  } else yield String(value);
}
