import { RE2JS, RE2JSException } from 're2js';

/** A pattern of a schema, compiled. */
export interface Pattern {
  readonly matches: (text: string) => boolean;
  /** Instructions of the compiled pattern: a match takes at most this many steps a character. */
  readonly size: number;
}

/**
 * Compiles a pattern in the syntax of RE2, as Go's `regexp` does. A match takes time in proportion to the length of the
 * text, where JavaScript's own regular expressions may take exponential time.
 *
 * @throws PatternError for a text that is no pattern of RE2, in the words of Go's `regexp`
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
 * The same of an expression of JavaScript, whose flags count too.
 *
 * @throws PatternError for one with lookaround or a backreference, which RE2 does not have
 */
export const compileRegExp = (expression: RegExp): Pattern =>
  compilePattern(RE2JS.translateRegExp(expression));

/** A text that is no pattern of RE2. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
}
