import { KubeError, StatusError } from '../objects/index.ts';
import { CommandError } from './command-error.ts';
import { answerText } from './connection/answer-text.ts';
import { withoutControls } from './lines/one-line.ts';
import { short } from './lines/short.ts';

/** The lines that the process prints when a command fails, and its exit code. */
export interface Explanation {
  /** The lines of the message, at most three. With `--debug`, the lines of the stack trace follow. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/**
 * Describes an error for the user of the command.
 *
 * @param redact - removes credentials from a text, and limits the length of the text. Called before a line is cut,
 *   because `redact` does not recognise a part of a credential
 */
export function explain(error: unknown, debug: boolean, redact: (text: string) => string): Explanation {
  const lines = [`rx-informer: ${messageOf(error)}`, ...(error instanceof CommandError ? error.hints : [])]
    .map((line) => unbroken(redact(line)))
    .filter((line) => line.trim() !== '')
    .map((line) => short(line, longest));

  return {
    lines: debug ? [...lines, ...stackOf(error, redact)] : lines,
    exitCode: error instanceof CommandError ? error.exitCode : 1,
  };
}

/** Joins the lines of a text. Otherwise a line in a server's message could look like a message of the command. */
const unbroken = (text: string): string => withoutControls(text).replace(/\n+/g, ' ');

/** The maximum number of characters of a line. A server may send a whole page as its message. */
const longest = 400;

/**
 * The maximum number of characters of the error message in a printed stack trace. The list of call sites in the stack
 * trace has the same limit. This list has at most ten lines.
 */
const longestOfStack = 4_000;

function messageOf(error: unknown): string {
  if (error instanceof StatusError) return answerText('the server', error);
  if (error instanceof CommandError || error instanceof KubeError) return error.message;
  return `an internal error of rx-informer: ${error instanceof Error ? error.message : String(error)} (--debug prints the stack trace)`;
}

function stackOf(error: unknown, redact: (text: string) => string): readonly string[] {
  if (!(error instanceof Error)) return [];
  const { stack = '', message, cause } = error;
  const at = stack.indexOf(message); // -1 if the message was changed after the stack was created
  const end = at < 0 ? stack.length : at + message.length;
  return [
    short(unbroken(redact(stack.slice(0, end))), longestOfStack) +
      short(withoutControls(redact(stack.slice(end))), longestOfStack),
    ...(cause === undefined ? [] : ['caused by', ...stackOf(cause, redact)]),
  ];
}
