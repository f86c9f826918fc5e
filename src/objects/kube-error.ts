import { adviceFor, type FailureClass } from './failure-class.ts';

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
