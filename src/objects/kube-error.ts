import type { ObjectKey } from './kube-object.ts';

/**
 * The class of a failure. The class decides how the reflector reacts.
 *
 * - `expired`: the server responded or ended a watch with 410, or the resourceVersions of the server went
 *   backwards, for example after a restore of etcd. The reflector lists again
 * - `throttled`: 429, 503, or a list of more than `maxObjects`. The reflector waits as long as the server
 *   says, or backs off
 * - `transient`: a network error, 5xx, or a watch that broke or was idle. The reflector backs off and resumes
 * - `unauthorized`: 401, a redirect, or a web page with status 200. The reflector retries once with fresh
 *   credentials, and then slowly
 * - `forbidden`: 403. The reflector retries slowly, because RBAC can change
 * - `notFound`: 404. The reflector lists every 0.4 to 0.8 s, because the CRD can be installed later
 * - `unsupported`: the server refuses streaming lists. The reflector uses pages for all later lists
 * - `fatal`: 400, 405, 406, 413, 415, 422, or wrong options. The program has a mistake, so the stream of the
 *   reflector errors
 */
export type FailureClass =
  'expired' | 'throttled' | 'transient' | 'unauthorized' | 'forbidden' | 'notFound' | 'unsupported' | 'fatal';

/** The default advice for each class of failures. */
const adviceFor: Readonly<Record<FailureClass, string>> = {
  expired: 'nothing to do: an informer lists again by itself',
  throttled: 'nothing to do: an informer retries by itself; if the failure lasts, request less',
  transient:
    'nothing to do: an informer retries by itself; if the failure lasts, check the server and the network',
  unauthorized: 'sign in again, or renew the token',
  forbidden: 'grant `list` and `watch`',
  notFound: 'check the spelling, and that it is installed',
  unsupported: 'nothing to do: an informer lists in pages instead',
  fatal: 'correct what the message names',
};

/**
 * Matches control characters, except tabs and line feeds. A server can put control characters into a message,
 * and a terminal would execute them.
 */
const controls = /[^\t\n -~\u00a0-\uffff]+/g;

/**
 * The base class of all errors of this library.
 *
 * No message or field of an error contains a token, a header, or data of a Secret. The key of a Secret is
 * allowed. A message contains no control characters except tabs and line feeds, so a program can write the
 * message to a terminal.
 */
export class KubeError extends Error {
  /** The class of the failure. */
  readonly failure: FailureClass;
  readonly #advice: string | undefined;

  /** @param options - `advice` replaces the default advice of the failure class */
  constructor(
    failure: FailureClass,
    message: string,
    options: { readonly cause?: unknown; readonly advice?: string } = {},
  ) {
    super(message.replace(controls, ' '), options);
    this.name = new.target.name;
    this.failure = failure;
    this.#advice = options.advice;
    // The constructor reads `stack` once. Until the first read, V8 keeps the running functions in memory, and
    // with them the object or the page.
    this.stack ??= '';
  }

  /** The advice: a text that says what the user can do. The `message` says what went wrong. */
  get advice(): string {
    return this.#advice ?? adviceFor[this.failure];
  }
}

/** Returns the message of a thrown value. The value can have any type, and can even have no text. */
export function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return 'something that has no text';
  }
}

/**
 * The error for a response that is not valid. For example, the response is not JSON, is too large, is a
 * Table, or contains an object without a name.
 */
export class ProtocolError extends KubeError {
  /** The first characters of the response, at most 200. For Secrets, the excerpt is empty. */
  readonly excerpt: string;

  constructor(
    message: string,
    options: {
      readonly excerpt?: string;
      readonly failure?: FailureClass;
      readonly cause?: unknown;
      readonly advice?: string;
    } = {},
  ) {
    const { failure = 'transient', cause, advice } = options;
    super(failure, message, {
      ...(cause !== undefined && { cause }),
      ...(advice !== undefined && { advice }),
    });
    this.excerpt = (options.excerpt ?? '').slice(0, 200);
  }
}

/**
 * The error of a function of the program: a method of a handler, a transform or an index function. `where`
 * names the function. `cause` is the error that the function threw.
 */
export class HandlerError extends KubeError {
  /** The function that threw, for example `onAdd`, `transform` or `index app`. */
  readonly where: string;
  /** The key of the object that was passed to the function, if an object was passed. */
  readonly key: ObjectKey | undefined;
  /** The name of the handler, if the handler has a name. */
  readonly handler: string | undefined;

  constructor(where: string, key: ObjectKey | undefined, cause: unknown, handler?: string) {
    const whose = handler === undefined ? where : `${where} of ${handler}`;
    super('fatal', `${whose} threw${key === undefined ? '' : ` for ${key}`}: ${messageOf(cause)}`, { cause });
    this.where = where;
    this.key = key;
    this.handler = handler;
  }

  override get advice(): string {
    return 'correct what threw: it is the `cause`';
  }
}

/**
 * Returns the message of an error for a page or a report that other people can read. The text of an error that a function
 * of the program has thrown can contain data of a Secret. For example, `JSON.parse` quotes its input. So the name of this
 * error replaces its text.
 */
export function publicMessage(error: KubeError): string {
  const { message, cause } = error;
  if (error instanceof HandlerError) {
    const { where, handler, key } = error;
    const thrower = handler === undefined ? where : `${where} of ${handler}`;
    return `${thrower} threw${key === undefined ? '' : ` for ${key}`}: ${nameOf(cause)}`;
  }
  if (cause === undefined || cause instanceof KubeError) return message;
  const text = new KubeError('fatal', messageOf(cause)).message; // a KubeError replaces control characters
  return message.endsWith(text)
    ? `${message.slice(0, message.length - text.length)}${nameOf(cause)}`
    : message;
}

/** Returns the name of the class of an error. A name that is no identifier can be a text of the program. */
function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `a thrown ${typeof thrown}`;
  return /^[A-Za-z]\w{0,59}$/.test(thrown.name) ? thrown.name : 'Error';
}
