import { OptionsError } from '../objects/index.ts';

/**
 * Returns a copy of an object from the program, as JSON would transfer it.
 *
 * @param option - the name of the object in errors
 * @throws OptionsError for an object that JSON cannot represent, and for one that is too deep to be read
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
