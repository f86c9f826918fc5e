/**
 * What steers a terminal: controls of ASCII and Latin-1, of which 0x9b is as good as ESC and `[`; and what turns the
 * direction of a text, so that it reads as another one. U+2028 and U+2029 end a line for many programs.
 */
const steering = '\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069';

const controls = new RegExp(`[${steering}]+`, 'g');
const controlsAndBlanks = new RegExp(`[\\s${steering}]+`, 'g');
const anyControl = new RegExp(`[${steering}]`);

/** A text without what could steer the terminal; its blanks and line feeds stay. */
export function withoutControls(text: string): string {
  return text.replace(controls, ' ');
}

/**
 * A text as a part of one line: what a workload wrote into its status must neither break the line nor steer the
 * terminal.
 */
export function oneLine(text: string): string {
  return text.replace(controlsAndBlanks, ' ');
}

/** The same JSON, with those written as `\u009b` that JSON may have as they are. */
export function jsonLine(json: string): string {
  return anyControl.test(json) ? [...jsonPieces(json)].join('') : json;
}

/** A part of a line of JSON: its text, or what makes it in a turn of the event loop of its own where it is large. */
export type JsonPart = string | (() => string);

/** The same in pieces, each of which takes milliseconds. No character is cut in two. */
export function* jsonPieces(json: string): Generator<string, void> {
  for (let at = 0; at < json.length;) {
    const end = at + pieceLength;
    const isInCharacter = (json.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const piece = json.slice(at, isInCharacter ? end + 1 : end);
    yield piece.replace(control, codeOf);
    at += piece.length;
  }
}

/** Characters: a search notes each place before it replaces any, and millions of places take hundreds of MB. */
export const pieceLength = 65_536;

const control = new RegExp(`[${steering}]`, 'g');
const codeOf = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`;
