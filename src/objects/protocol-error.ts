import { type FailureClass, KubeError } from './kube-error.ts';

/** A response breaks the protocol: it is not JSON, too large, a Table, or an object without a name. */
export class ProtocolError extends KubeError {
  /** At most 200 characters of the response; empty for Secrets. */
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
