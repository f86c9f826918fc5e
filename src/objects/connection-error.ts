import { type FailureClass, KubeError, messageOf } from './kube-error.ts';

/**
 * The error of a request that got no response, or whose response ended early. Reasons are, for example: the
 * connection was refused or reset, TLS or DNS failed, or the response was idle for too long. If a transport
 * fails with another error than a `KubeError`, that error is the `cause`.
 */
export class ConnectionError extends KubeError {
  /**
   * Whether the server had begun to respond before the error. The value is `undefined` if the transport does
   * not know.
   */
  readonly answered: boolean | undefined;

  constructor(
    message: string,
    options: {
      readonly cause?: unknown;
      readonly answered?: boolean;
      readonly failure?: FailureClass;
      readonly advice?: string;
    } = {},
  ) {
    super(options.failure ?? 'transient', message, options);
    this.answered = options.answered;
  }
}

/** Returns a `KubeError` unchanged, and wraps any other error in a `ConnectionError`. */
export function asKubeError(thrown: unknown, what: string): KubeError {
  if (thrown instanceof KubeError) return thrown;
  return new ConnectionError(`${what} failed: ${messageOf(thrown)}`, { cause: thrown });
}
