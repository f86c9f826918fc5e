import { type FailureClass, KubeError, messageOf } from './kube-error.ts';

/**
 * A request got no response, or the response ended early: refused, reset, TLS, DNS, idle for too long. If a transport fails with
 * another error than a `KubeError`, the error is the `cause`.
 */
export class ConnectionError extends KubeError {
  /** Whether the server had begun to respond; `undefined` if unknown. */
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
