import { format } from '@cfworker/json-schema';
import { compilePattern, type Pattern } from './pattern.ts';

/**
 * The patterns of one schema. For the keyword `pattern`, the validator would use the regular expressions of JavaScript.
 * So the translated schema contains the keyword `format` instead, with one format per pattern. During a call of `use`,
 * the formats are in the validator's table of formats.
 */
export class PatternTable {
  /** The patterns by the name of their format. */
  readonly #patterns = new Map<string, Pattern>();

  /**
   * Adds a pattern.
   *
   * @returns the name of the format
   * @throws PatternError
   */
  add(pattern: string): string {
    const name = `x-pattern:${pattern}`;
    if (!this.#patterns.has(name)) this.#patterns.set(name, compilePattern(pattern));
    return name;
  }

  /**
   * Calls a function while the validator can use the patterns.
   *
   * @param steps - the maximum number of steps that all matches of the call may take together
   * @throws TooManySteps
   */
  use<R>(steps: number, call: () => R): R {
    let left = steps;
    for (const [name, { matches, size }] of this.#patterns) {
      format[name] = (text) => {
        left -= text.length * size;
        if (left < 0) throw new TooManySteps();
        return matches(text);
      };
    }
    try {
      return call();
    } finally {
      for (const name of this.#patterns.keys()) Reflect.deleteProperty(format, name);
    }
  }
}

/** The error for a call whose matches take more steps than allowed. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}
