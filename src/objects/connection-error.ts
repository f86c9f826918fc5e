import { KubeError } from './kube-error.ts';

/**
 * There was no answer, or it broke off: refused, reset, TLS, DNS, silent for too long. What a transport throws that is
 * not of the tree is wrapped in one, as its `cause`.
 */
export class ConnectionError extends KubeError {
  /** Whether the server had begun to answer; `undefined` where that is not known. */
  readonly answered: boolean | undefined;

  constructor(message: string, options: { readonly cause?: unknown; readonly answered?: boolean } = {}) {
    super('transient', message, 'cause' in options ? { cause: options.cause } : {});
    this.answered = options.answered;
  }
}
