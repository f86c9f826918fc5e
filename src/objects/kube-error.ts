/**
 * The class of a failure, which decides what the reflector does.
 *
 * - `expired`: 410 as response or ERROR frame, or a reset of the server's versions: relist
 * - `throttled`: 429, 503, a list of more than `maxObjects`: wait as long as the server says, or back off
 * - `transient`: network, 5xx, a stream that broke or was idle: back off, resume
 * - `unauthorized`: 401, a redirect, a web page with status 200: retry once with fresh credentials, then slowly
 * - `forbidden`: 403: retry slowly, because RBAC can change
 * - `notFound`: 404: retry slowly, because the CRD can be installed later
 * - `unsupported`: the server refuses streaming lists: use pages for all later lists
 * - `fatal`: 400, 405, 406, 413, 415, 422, bad options: a mistake in the program
 */
export type FailureClass =
  'expired' | 'throttled' | 'transient' | 'unauthorized' | 'forbidden' | 'notFound' | 'unsupported' | 'fatal';

/** The default advice of each class. */
const adviceFor: Readonly<Record<FailureClass, string>> = {
  expired: 'nothing: relisting',
  throttled: 'nothing: retrying; if it lasts, request less',
  transient: 'nothing: retrying; if it lasts, check the server and the network',
  unauthorized: 'sign in again, or renew the token',
  forbidden: 'grant `list` and `watch`',
  notFound: 'check the spelling, and that it is installed',
  unsupported: 'nothing: listing in pages',
  fatal: 'correct what the message names',
};

/**
 * Control characters, except tabs and line feeds. A server can put control characters into a message, and terminals execute them.
 */
const controls = /[^\t\n -~\u00a0-\uffff]+/g;

/**
 * The base class of all errors of this library.
 *
 * No message or field of an error contains a token, a header, or data of a Secret except its key. A message contains no control
 * characters except tabs and line feeds, so it can be written to a terminal.
 */
export class KubeError extends Error {
  /** The class of the failure. */
  readonly failure: FailureClass;
  readonly #advice: string | undefined;

  /** @param options - `advice`: default is the advice of the failure class */
  constructor(
    failure: FailureClass,
    message: string,
    options: { readonly cause?: unknown; readonly advice?: string } = {},
  ) {
    super(message.replace(controls, ' '), options);
    this.name = new.target.name;
    this.failure = failure;
    this.#advice = options.advice;
    // Read `stack` now: until the first read, V8 keeps the running functions alive, and with them the object or the page.
    this.stack ??= '';
  }

  /** A text that says what to do. The `message` says what went wrong. */
  get advice(): string {
    return this.#advice ?? adviceFor[this.failure];
  }
}

/** Returns the message of a thrown value of any type, even without a text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that has no text';
  }
}
