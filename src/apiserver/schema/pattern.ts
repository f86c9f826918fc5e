import { RE2JS, RE2JSException } from 're2js';

/** A compiled `pattern` of a schema. */
export interface Pattern {
  readonly matches: (text: string) => boolean;
  /**
   * The number of instructions in the compiled pattern. A match executes at most this number of instructions for each
   * character.
   */
  readonly size: number;
}

/**
 * Compiles a regular expression in the syntax of RE2, as `regexp` of Go does. The time of a match is proportional to
 * the length of the text. In contrast, a regular expression of JavaScript may take exponential time.
 *
 * @throws PatternError for invalid syntax, with the message of Go's `regexp`
 */
export function compilePattern(pattern: string): Pattern {
  try {
    const compiled = RE2JS.compile(pattern);
    return { matches: (text) => compiled.test(text), size: compiled.programSize() };
  } catch (error) {
    if (error instanceof RE2JSException) throw new PatternError(error.message);
    throw error;
  }
}

/**
 * Compiles a regular expression of JavaScript, including its flags, with RE2.
 *
 * @throws PatternError for lookaround or a backreference, which RE2 does not support
 */
export const compileRegExp = (expression: RegExp): Pattern =>
  compilePattern(RE2JS.translateRegExp(expression));

/** The error for a text that is not a valid RE2 pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
