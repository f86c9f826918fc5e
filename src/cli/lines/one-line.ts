/**
 * Characters that control a terminal. These are the control characters of ASCII and Latin-1: 0x9b means the same as ESC
 * and `[`. Others change the direction of a text, so that it reads as another text. U+2028 and U+2029 end a line for
 * many programs.
 */
const steering = '\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069';

const controls = new RegExp(`[${steering}]+`, 'g');
const controlsAndBlanks = new RegExp(`[\\s${steering}]+`, 'g');
const anyControl = new RegExp(`[${steering}]`);

/** Replaces the characters that control a terminal. Keeps blanks and line feeds. */
export function withoutControls(text: string): string {
  return text.replace(controls, ' ');
}

/**
 * Makes a text a part of one line. A text that a workload wrote into its status must neither break the line nor control
 * the terminal.
 */
export function oneLine(text: string): string {
  return text.replace(controlsAndBlanks, ' ');
}

/**
 * Escapes the characters that control a terminal and that JSON may contain, such as `\u009b`. The value of the JSON
 * stays the same.
 */
export function jsonLine(json: string): string {
  return anyControl.test(json) ? [...jsonPieces(json)].join('') : json;
}

/** A part of a line of JSON: a text, or for a large part a function that creates the text in a task of its own. */
export type JsonPart = string | (() => string);

/**
 * Escapes JSON as {@link jsonLine} does, and yields it in pieces. Each piece takes milliseconds. No character is cut in
 * two.
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
 * Characters of a piece. A search stores every match before it replaces the first: millions of matches take hundreds of
 * MB.
 */
export const pieceLength = 65_536;

const control = new RegExp(`[${steering}]`, 'g');
const codeOf = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
