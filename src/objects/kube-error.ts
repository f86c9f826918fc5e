import { adviceFor, type FailureClass } from './failure-class.ts';

/** Control characters: a server can put them into a message, and a terminal obeys them. Tabs and line feeds stay. */
const controls = /[^\t\n -~\u00a0-\uffff]+/g;

/**
 * The root of the error tree: everything this library throws or tells is one of these.
 *
 * No message or field of any error holds a token, a header, or anything of a Secret but its key. A message has no control
 * characters but tabs and line feeds: it may be written to a terminal.
 */
export class KubeError extends Error {
  /** What a reflector does about it. */
  readonly failure: FailureClass;
  readonly #advice: string | undefined;

  /** @param options - `advice`: default that of the failure class */
  constructor(
    failure: FailureClass,
    message: string,
    options: { readonly cause?: unknown; readonly advice?: string } = {},
  ) {
    super(message.replace(controls, ' '), options);
    this.name = new.target.name;
    this.failure = failure;
    this.#advice = options.advice;
    // Until its stack is read V8 keeps the functions that were running, and with them the object or the page at fault.
    this.stack ??= '';
  }

  /** What to do next, in words for people: what went wrong says the `message`. */
  get advice(): string {
    return this.#advice ?? adviceFor[this.failure];
  }
}
