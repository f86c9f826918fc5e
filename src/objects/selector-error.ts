import { OptionsError } from './options-error.ts';

/**
 * The error for a text that breaks a grammar. Its message shows the text with a caret under the place.
 *
 * @param option - the function that was given the text
 * @param allowed - what the text should be
 * @param at - index of the first character that is wrong; the text's length for its end
 * @param problem - what was expected there, or what is wrong with what is there
 */
export function selectorError(
  option: string,
  allowed: string,
  text: string,
  at: number,
  problem: string,
): OptionsError {
  const from = Math.max(0, at - reach);
  const before = (from > 0 ? '…' : '') + printable(text.slice(from, at));
  const after = printable(text.slice(at, at + reach)) + (text.length > at + reach ? '…' : '');
  const caret = `${' '.repeat(before.length)}^`;
  return new OptionsError(
    option,
    text,
    allowed,
    `at ${at + 1}: ${problem}\n    ${before}${after}\n    ${caret}`,
  );
}

/** Characters shown on either side of the place. */
const reach = 40;

const printable = (text: string): string => text.replace(/\s/g, ' ');
