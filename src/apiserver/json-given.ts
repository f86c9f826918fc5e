import { OptionsError } from '../objects/index.ts';

/**
 * Returns a copy of a value that the program has passed. The copy is the value after `JSON.stringify` and `JSON.parse`.
 *
 * @param option - the name of the value in error messages
 * @throws OptionsError for a value that JSON cannot represent, and for a value that is nested too deep
 */
export function jsonGiven(option: string, given: unknown): unknown {
  const text = jsonText(option, given);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

function jsonText(option: string, given: unknown): string | undefined {
  try {
    return JSON.stringify(given);
  } catch (error) {
    if (error instanceof TypeError)
      throw new OptionsError(option, given, 'an object that JSON can hold', error.message);
    if (error instanceof RangeError)
      throw new OptionsError(
        option,
        given,
        'an object of at most 500 levels',
        'it is deeper, or its text too long',
      );
    throw error;
  }
}
