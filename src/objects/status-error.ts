import { type FailureClass, KubeError } from './kube-error.ts';

/**
 * The error for a request that the server refused, or a watch that the server ended, with a `metav1.Status`
 * (P7–P30, P117–P119).
 */
export class StatusError extends KubeError {
  /** The HTTP status of the response, or the `code` of an ERROR frame of a watch. */
  readonly code: number;
  /** The `metav1.StatusReason`, for example `Expired`. The reason is empty if the server sent none. */
  readonly reason: string;
  /**
   * The delay in seconds that the server requested. The delay is from the header `Retry-After`, or from
   * `details.retryAfterSeconds`.
   */
  readonly retryAfterSeconds: number | undefined;
  /** The causes of the `metav1.Status`. */
  readonly causes: readonly {
    readonly reason?: string;
    readonly message?: string;
    readonly field?: string;
  }[];
  /**
   * Whether the error comes from an ERROR frame, which ends an open watch. False means that the server
   * refused the request.
   */
  readonly inStream: boolean;

  /** @param status - the members of a `metav1.Status`, or the status line and the text of a response without a Status */
  constructor(status: {
    readonly code: number;
    readonly reason?: string;
    readonly message?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: StatusError['causes'];
    /**
     * Whether the error comes from an ERROR frame of a watch. Default: false, which means that the server
     * refused the request.
     */
    readonly inStream?: boolean;
    /** The advice of the error. Default: the advice of the failure class. */
    readonly advice?: string;
  }) {
    const { code, reason = '', message, advice } = status;
    super(
      classify(code, reason),
      message ?? `the API server answered ${code} ${reason}`.trim(),
      advice === undefined ? {} : { advice },
    );
    this.code = code;
    this.reason = reason;
    this.retryAfterSeconds = status.retryAfterSeconds;
    this.causes = status.causes ?? [];
    this.inStream = status.inStream ?? false;
  }

  /**
   * Whether the error says that the server has not yet reached the requested resource version. Servers report
   * this error in three ways (B5).
   */
  get isResourceVersionTooLarge(): boolean {
    const says = (text: string | undefined): boolean => text?.includes('Too large resource version') ?? false;
    return (
      this.causes.some((cause) => cause.reason === 'ResourceVersionTooLarge') ||
      (this.code === 504 && (says(this.message) || this.causes.some((cause) => says(cause.message))))
    );
  }

  /**
   * Whether API discovery has shown after a 404 that the server serves the resource in no version of its group,
   * for example because its CustomResourceDefinition was removed. The source reads discovery only if the caller
   * sets `checkServed` of `ListerWatcherHooks`.
   */
  get isNotServed(): boolean {
    return this.failure === 'notFound' && this.causes.some(({ reason }) => reason === 'ResourceNotServed');
  }
}

export type StatusErrorInit = ConstructorParameters<typeof StatusError>[0];

export type StatusCause = StatusError['causes'][number];

const classes: Readonly<Record<number, FailureClass>> = {
  400: 'fatal',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'notFound',
  405: 'fatal',
  406: 'fatal',
  410: 'expired',
  413: 'fatal',
  415: 'fatal',
  422: 'fatal',
  429: 'throttled',
  503: 'throttled',
};

function classify(code: number, reason: string): FailureClass {
  if (reason === 'Expired' || reason === 'Gone') return 'expired';
  // The transport does not follow redirects. Only a proxy with a login page redirects API requests, so a
  // redirect means that credentials are missing.
  if (code >= 300 && code < 400) return 'unauthorized';
  return classes[code] ?? 'transient';
}
