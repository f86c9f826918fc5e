import { adviceFor } from './advice.ts';

/**
 * What the reflector does about a failure: one row of its decision table each.
 *
 * - `expired`: 410, in either form: relist
 * - `throttled`: 429, 503: wait as told, else back off
 * - `transient`: network, 5xx, a stream that broke or fell silent: back off, resume
 * - `unauthorized`: 401: fresh credentials once, then slowly
 * - `forbidden`: 403: slowly, RBAC may change
 * - `notFound`: 404: slowly, the CRD may come
 * - `unsupported`: the server refuses streamed lists: remembered, pages instead
 * - `fatal`: 400, 405, 406, 413, 415, 422, bad options: a mistake in the program
 */
export type FailureClass =
  'expired' | 'throttled' | 'transient' | 'unauthorized' | 'forbidden' | 'notFound' | 'unsupported' | 'fatal';

/**
 * The root of the error tree: everything this library throws or tells is one of these.
 *
 * No message or field of any error holds a token, a header, or anything of a Secret but its key.
 */
export class KubeError extends Error {
  /** What a reflector does about it. */
  readonly failure: FailureClass;

  constructor(failure: FailureClass, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
    this.failure = failure;
  }

  /** What to do next, in words for people: what went wrong says the `message`. */
  get advice(): string {
    return adviceFor[this.failure];
  }
}
