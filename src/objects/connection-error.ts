import { KubeError } from './kube-error.ts';

/**
 * There was no answer, or it broke off: refused, reset, TLS, DNS, silent for too long. What a transport throws that is
 * not of the tree is wrapped in one, as its `cause`.
 */
export class ConnectionError extends KubeError {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super('transient', message, options);
  }
}
