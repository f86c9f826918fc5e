import { isRecord } from '../../objects/index.ts';

/**
 * Writes a JSON value into an error message: its JSON, of which the message has 1,000 characters at most. Many errors may show
 * the same large value, so the function stops reading the value at that length.
 */
export function shownValue(value: unknown): string {
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length > most) return `${text.slice(0, most).replace(halfCharacter, '')}…`;
  }
  return text;
}

/** Characters. */
const most = 1_000;
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
