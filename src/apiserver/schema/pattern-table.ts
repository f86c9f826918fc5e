import { format } from '@cfworker/json-schema';
import { compilePattern, type Pattern } from './pattern.ts';

/**
 * The regular expressions of one CRD schema. The validator evaluates the keyword `pattern` as a regular expression of
 * JavaScript, but a CRD contains regular expressions of Go with a different syntax. So the translated schema uses the
 * keyword `format`, with one format per pattern. During a call of `use`, the global table of formats in the validator
 * contains these formats.
 */
export class PatternTable {
  /** The compiled patterns, by the name of the format that represents each pattern. */
  readonly #patterns = new Map<string, Pattern>();

  /**
   * Compiles a pattern and adds it to the table.
   *
   * @returns the name of the format that represents the pattern
   * @throws PatternError
   */
  add(pattern: string): string {
    const name = `x-pattern:${pattern}`;
    if (!this.#patterns.has(name)) this.#patterns.set(name, compilePattern(pattern));
    return name;
  }

  /**
   * Calls a function. During the call, the validator can use the patterns of this table.
   *
   * @param steps - the maximum number of steps that all pattern matches of the call may take together
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

/** The error for a validation whose pattern matches take more steps than allowed. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}
