import { type FailureClass, KubeError } from './kube-error.ts';

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
