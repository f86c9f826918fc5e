import { isRecord } from '../../objects/index.ts';
import { copyOf } from '../../objects/index.ts';

/**
 * Returns the JSON of a value for an error message, shortened to 1,000 characters. The function stops reading a large
 * value after 1,000 characters, because many errors may contain the same value.
 */
export function shownValue(value: unknown): string {
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > most) return shortened(text);
  }
  return text;
}

/** Shortens a text for an error message to `longest` characters. */
export function shortened(text: string, longest: number = most): string {
  // The shortened text is copied, because a substring would keep the whole text in memory.
  return text.length <= longest ? text : `${copyOf(text.slice(0, longest).replace(halfCharacter, ''))}…`;
}

/** Shortens a text from a request, such as a name, to 10,000 characters for an error message. */
export const shownText = (text: string): string => shortened(text, longestText);

/** Returns a text from a request in quotes for an error message, as Go's `%q` does. */
export const quoted = (text: string): string => JSON.stringify(shownText(text));

/**
 * Returns the allowed values of a schema or a rule for an error message, shortened to 5,000 characters. The function
 * stops reading after 5,000 characters, because many errors may contain the same thousands of values.
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
 * The maximum number of characters that an error message shows of a pattern or of a list of allowed values. A pattern
 * for an IP address has more than 1,000 characters.
 */
export const longestWords = 5_000;

/** The maximum number of characters that an error message shows of an invalid value. */
const most = 1_000;
/** The maximum number of characters that an error message shows of a name or a query parameter. */
const longestText = 10_000;
/**
 * Matches the first half of a surrogate pair at the end of a text. The half remains if the text is cut inside the pair.
 */
const halfCharacter = /[\uD800-\uDBFF]$/;

/**
 * Yields the JSON of a value in pieces, so that a caller can stop early. All pieces together are the text that
 * `JSON.stringify` returns.
 */
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
