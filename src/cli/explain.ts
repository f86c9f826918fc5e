import { KubeError, StatusError } from '../objects/index.ts';
import { CommandError } from './command-error.ts';
import { answerText } from './connection/answer-text.ts';
import { withoutControls } from './lines/one-line.ts';
import { short } from './lines/short.ts';

/** What the process says and ends with when a command fails. */
export interface Explanation {
  /** At most three, but for a stack trace that was asked for. */
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/**
 * An error in words for the person who typed the command.
 *
 * @param redact - takes credentials out of a text; called first, because it bounds the length of a text, and recognises no part of a credential
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

/** A server's message must not begin a line that reads as one of the command. */
const unbroken = (text: string): string => withoutControls(text).replace(/\n+/g, ' ');

/** Characters of a line: a server may send a whole page as its message. */
const longest = 400;

/** The same of a stack trace: of its message, and of its ten places. */
const longestOfStack = 4_000;

function messageOf(error: unknown): string {
  if (error instanceof StatusError) return answerText('the server', error);
  if (error instanceof CommandError || error instanceof KubeError) return error.message;
  return `a mistake in rx-informer itself: ${error instanceof Error ? error.message : String(error)} (--debug tells more)`;
}

function stackOf(error: unknown, redact: (text: string) => string): readonly string[] {
  if (!(error instanceof Error)) return [];
  const { stack = '', message, cause } = error;
  const at = stack.indexOf(message); // absent where the message was changed after the stack was taken
  const end = at < 0 ? stack.length : at + message.length;
  return [
    short(unbroken(redact(stack.slice(0, end))), longestOfStack) +
      short(withoutControls(redact(stack.slice(end))), longestOfStack),
    ...(cause === undefined ? [] : ['because of', ...stackOf(cause, redact)]),
  ];
}
