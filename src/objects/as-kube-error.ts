import { ConnectionError } from './connection-error.ts';
import { KubeError } from './kube-error.ts';
import { messageOf } from './message-of.ts';

/** The error itself where it is one of the tree; else one around it that says what failed. */
export function asKubeError(thrown: unknown, what: string): KubeError {
  if (thrown instanceof KubeError) return thrown;
  return new ConnectionError(`${what} failed: ${messageOf(thrown)}`, { cause: thrown });
}
