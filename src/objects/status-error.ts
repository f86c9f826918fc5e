import { type FailureClass, KubeError } from './kube-error.ts';

/** The server answered, and the answer was no. Follows the protocol (P7–P30, P117–P119). */
export class StatusError extends KubeError {
  /** The HTTP status, or the `code` of an ERROR frame. */
  readonly code: number;
  /** `metav1.StatusReason`, for example `Expired`; empty where the server gave none. */
  readonly reason: string;
  /** In seconds, from the header `Retry-After` or from `details.retryAfterSeconds`. */
  readonly retryAfterSeconds: number | undefined;
  /** Those of the `metav1.Status`. */
  readonly causes: readonly {
    readonly reason?: string;
    readonly message?: string;
    readonly field?: string;
  }[];
  /** It came as an ERROR frame: the watch had been opened, so this is its end. Else the request was refused. */
  readonly inStream: boolean;

  /** @param status - the facts of a `metav1.Status`, or of status line and text where the body was none */
  constructor(status: {
    readonly code: number;
    readonly reason?: string;
    readonly message?: string;
    readonly retryAfterSeconds?: number;
    readonly causes?: StatusError['causes'];
    /** Of an ERROR frame. Default false: the request was refused. */
    readonly inStream?: boolean;
    /** What to do about it; default that of the failure class. */
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

  /** The server is behind the version asked for: three dialects of it are in use (B5). */
  get isResourceVersionTooLarge(): boolean {
    const says = (text: string | undefined): boolean => text?.includes('Too large resource version') ?? false;
    return (
      this.causes.some((cause) => cause.reason === 'ResourceVersionTooLarge') ||
      (this.code === 504 && (says(this.message) || this.causes.some((cause) => says(cause.message))))
    );
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
  // A redirect is never followed: what redirects API requests is a proxy that asks to sign in.
  if (code >= 300 && code < 400) return 'unauthorized';
  return classes[code] ?? 'transient';
}
