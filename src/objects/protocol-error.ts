import type { FailureClass } from './failure-class.ts';
import { KubeError } from './kube-error.ts';

/** The bytes were not what the protocol allows: not JSON, too large, a Table, an object without name. */
export class ProtocolError extends KubeError {
  /** At most 200 characters of what came; empty for Secrets. */
  readonly excerpt: string;

  constructor(
    message: string,
    options: { readonly excerpt?: string; readonly failure?: FailureClass; readonly cause?: unknown } = {},
  ) {
    super(
      options.failure ?? 'transient',
      message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.excerpt = (options.excerpt ?? '').slice(0, 200);
  }
}
