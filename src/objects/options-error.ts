import { KubeError } from './kube-error.ts';

/** The text that an error shows instead of a value that can be a secret. */
export const REDACTED = '(not shown)';

/**
 * The error for a wrong argument of a public function. The function throws this error before it does any
 * work.
 */
export class OptionsError extends KubeError {
  /** The names of the function and of the option, for example `reflect: pageSize`. */
  readonly option: string;
  /** The wrong value, or a fixed text if the value can be a secret. */
  readonly given: unknown;
  /** A description of the values that the option allows. */
  readonly allowed: string;

  readonly #advice: string | undefined;

  /** @param says - the message and the advice that replace the default texts */
  constructor(
    option: string,
    given: unknown,
    allowed: string,
    detail = '',
    says?: { readonly message: string; readonly advice: string },
  ) {
    const not = given === REDACTED ? '' : `, not ${show(given)}`;
    super('fatal', says?.message ?? `${option} must be ${allowed}${not}${detail && `: ${detail}`}`);
    this.option = option;
    this.given = given;
    this.allowed = allowed;
    this.#advice = says?.advice;
  }

  override get advice(): string {
    return this.#advice ?? `give ${this.option} ${this.allowed}`;
  }
}

function show(given: unknown): string {
  if (typeof given === 'string') return JSON.stringify(given.length > 80 ? `${given.slice(0, 80)}…` : given);
  if (typeof given === 'function') return 'a function';
  if (typeof given === 'object' && given !== null) return Array.isArray(given) ? 'an array' : 'an object';
  if (typeof given === 'bigint') return `${given}n`;
  return String(given);
}

/**
 * Creates the error for a text with a syntax error, such as a selector. The message shows the text with a
 * caret under the mistake.
 *
 * @param option - the function that received the text
 * @param allowed - what the text should be
 * @param at - the index of the first wrong character. For a mistake at the end of the text, `at` is the
 * length of the text
 * @param problem - a text that names the expected token, or describes the mistake
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

/** How many characters of the text the message shows before and after the mistake. */
const reach = 40;

const printable = (text: string): string => text.replace(/\s/g, ' ');
