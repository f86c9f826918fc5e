import { format } from '@cfworker/json-schema';
import { compilePattern, type Pattern } from './pattern.ts';

/**
 * The patterns of one schema. The validator calls JavaScript's regular expressions for `pattern`, so a schema names each
 * of its patterns as a `format`, and the validator finds them in its table of formats for the time of one call.
 */
export class PatternTable {
  /** By the name of the format. */
  readonly #patterns = new Map<string, Pattern>();

  /**
   * @returns the name of the format
   * @throws PatternError
   */
  add(pattern: string): string {
    const name = `x-pattern:${pattern}`;
    if (!this.#patterns.has(name)) this.#patterns.set(name, compilePattern(pattern));
    return name;
  }

  /**
   * @param steps - how many the matches of this call may take together
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

/** The matches of a call take more steps than it was given. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';
}
