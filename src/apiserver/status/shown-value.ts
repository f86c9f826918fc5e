import { isRecord } from '../../objects/index.ts';
import { copyOf } from '../../objects/index.ts';

/**
 * Writes a JSON value into an error message: its JSON, of which the message has 1,000 characters at most. Many errors may show
 * the same large value, so the function stops reading the value at that length.
 */
export function shownValue(value: unknown): string {
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > most) return shortened(text);
  }
  return text;
}

/** Writes a text into an error message: of a longer one its beginning. */
export function shortened(text: string, longest: number = most): string {
  // A copy, so that an error does not keep the whole text in memory.
  return text.length <= longest ? text : `${copyOf(text.slice(0, longest).replace(halfCharacter, ''))}…`;
}

/** Writes a text of a request into an error message: at most 10,000 characters of it. */
export const shownText = (text: string): string => shortened(text, longestText);

/** The same in quotes, as Go's `%q`. */
export const quoted = (text: string): string => JSON.stringify(shownText(text));

/**
 * Writes the words of a schema or of a rule into an error message, which has 5,000 characters of them at most. Many errors may
 * show the same thousands of words, so the function stops reading them at that length.
 */
export function shownWords(words: Iterable<string>, separator: string): string {
  let text = '';
  for (const word of words) {
    text += `${text === '' ? '' : separator}${JSON.stringify(word.slice(0, longestWords + 1))}`;
    if (text.length > longestWords) break;
  }
  return shortened(text, longestWords);
}

/** Characters of a pattern, or of the words of an enum. A pattern of an address has more than 1,000. */
export const longestWords = 5_000;

/** Characters. */
const most = 1_000;
/** Characters of a name, or of a parameter. */
const longestText = 10_000;
/** The first half of a surrogate pair, whose second half the cut removed. */
const halfCharacter = /[\uD800-\uDBFF]$/;

/** The JSON of a value, as `JSON.stringify` writes it. */
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
