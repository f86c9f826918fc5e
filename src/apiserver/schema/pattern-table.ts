import { format } from '@cfworker/json-schema';
import { compilePattern, type Pattern } from './pattern.ts';

/**
 * The patterns of one schema. The validator uses JavaScript's regular expressions for `pattern`. So a schema names each
 * of its patterns as a `format`. During a call the validator finds these formats in its table of formats.
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
   * @param steps - the most steps that all matches of this call may take together
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

/** The matches of a call take more steps than allowed. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}
