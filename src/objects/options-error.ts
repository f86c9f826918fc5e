import { KubeError } from './kube-error.ts';

/** Stands for what may be a secret. */
export const hidden = '(not shown)';

/** A public function was called with something it does not take. Thrown by the call itself, before anything starts. */
export class OptionsError extends KubeError {
  /** The option's name, with the function's: `reflect: pageSize`. */
  readonly option: string;
  /** What was given; a fixed word where that may be a secret. */
  readonly given: unknown;
  /** What would have been right, in words. */
  readonly allowed: string;

  readonly #advice: string | undefined;

  /** @param says - the message and the advice, where they are other than that something must be as it is allowed */
  constructor(
    option: string,
    given: unknown,
    allowed: string,
    detail = '',
    says?: { readonly message: string; readonly advice: string },
  ) {
    const not = given === hidden ? '' : `, not ${show(given)}`;
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
