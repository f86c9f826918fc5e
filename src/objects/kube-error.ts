/**
 * What the reflector does about a failure: one row of its decision table each.
 *
 * - `expired`: 410, in either form, or versions that went back: relist
 * - `throttled`: 429, 503, a list of more than `maxObjects`: wait as long as the server says, else back off
 * - `transient`: network, 5xx, a stream that broke or fell silent: back off, resume
 * - `unauthorized`: 401, a redirect, a web page with status 200: fresh credentials once, then slowly
 * - `forbidden`: 403: slowly, RBAC may change
 * - `notFound`: 404: slowly, the CRD may come
 * - `unsupported`: the server refuses streamed lists: remembered, pages instead
 * - `fatal`: 400, 405, 406, 413, 415, 422, bad options: a mistake in the program
 */
export type FailureClass =
  'expired' | 'throttled' | 'transient' | 'unauthorized' | 'forbidden' | 'notFound' | 'unsupported' | 'fatal';

/** The default advice of each class: what to do about the failure. */
const adviceFor: Readonly<Record<FailureClass, string>> = {
  expired: 'nothing: it is listed again',
  throttled: 'nothing: it is tried again; if it lasts, ask for less',
  transient: 'nothing: it is tried again; if it lasts, look at the server and the network',
  unauthorized: 'sign in again, or renew the token',
  forbidden: 'have `list` and `watch` granted',
  notFound: 'look whether it is spelt right, and installed',
  unsupported: 'nothing: it goes on without',
  fatal: 'correct what the message says',
};

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

/** What an error says; anything may be thrown, also what has no text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that has no text';
  }
}
