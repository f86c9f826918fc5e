/**
 * Characters that control a terminal:
 * - The control characters of ASCII and Latin-1. A terminal reads 0x9b as ESC and `[`.
 * - Characters that change the direction of a text. With these characters, a text can look like another text.
 * - U+2028 and U+2029, which end a line for many programs.
 */
const steering = '\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069';

const controls = new RegExp(`[${steering}]+`, 'g');
const controlsAndBlanks = new RegExp(`[\\s${steering}]+`, 'g');
const anyControl = new RegExp(`[${steering}]`);

/** Replaces the characters that control a terminal. Does not replace blanks and line feeds. */
export function withoutControls(text: string): string {
  return text.replace(controls, ' ');
}

/**
 * Formats a text so that it can be used within one line. A workload may write any text into its status, also
 * a line feed or control characters for the terminal.
 */
export function oneLine(text: string): string {
  return text.replace(controlsAndBlanks, ' ');
}

/**
 * Escapes the characters that JSON may contain and that control a terminal, such as `\u009b`. The value of the JSON
 * stays the same.
 */
export function jsonLine(json: string): string {
  return anyControl.test(json) ? [...jsonPieces(json)].join('') : json;
}

/**
 * A part of a line of JSON. A small part is a text. A large part is a function that creates the text in a separate task
 * of the event loop.
 */
export type JsonPart = string | (() => string);

/**
 * Escapes JSON as {@link jsonLine} does, and yields the JSON in pieces. Each piece takes milliseconds. No piece ends
 * within a character.
 */
export function* jsonPieces(json: string): Generator<string, void> {
  for (let at = 0; at < json.length;) {
    const end = at + pieceLength;
    const isInCharacter = (json.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const piece = json.slice(at, isInCharacter ? end + 1 : end);
    yield piece.replace(control, codeOf);
    at += piece.length;
  }
}

/**
 * The number of characters of a piece. `replace` stores all matches before it replaces the first match, and
 * the matches of a very long text take hundreds of MB.
 */
export const pieceLength = 65_536;

const control = new RegExp(`[${steering}]`, 'g');
const codeOf = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
