import { type FailureClass, KubeError, messageOf } from './kube-error.ts';

/**
 * There was no answer, or it broke off: refused, reset, TLS, DNS, silent for too long. What a transport throws that is
 * not of the tree is wrapped in one, as its `cause`.
 */
export class ConnectionError extends KubeError {
  /** Whether the server had begun to answer; `undefined` where that is not known. */
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

/** The error itself where it is one of the tree; else one around it that says what failed. */
export function asKubeError(thrown: unknown, what: string): KubeError {
  if (thrown instanceof KubeError) return thrown;
  return new ConnectionError(`${what} failed: ${messageOf(thrown)}`, { cause: thrown });
}
