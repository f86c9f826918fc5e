import type { KubeRequest, Transport } from 'rx-informer';
import { concat, defer, EMPTY, from, ignoreElements, tap } from 'rxjs';

/** A transport that keeps what was asked and what went wrong. */
export interface RecordedTransport extends Transport {
  readonly requests: readonly KubeRequest[];
  readonly errors: readonly unknown[];
}

/** @param before - runs before a request is sent; the request waits for it */
export function recorded(
  transport: Transport,
  before?: (request: KubeRequest) => Promise<void> | undefined,
): RecordedTransport {
  const requests: KubeRequest[] = [];
  const errors: unknown[] = [];
  return {
    requests,
    errors,
    open: (request) =>
      defer(() => {
        requests.push(request);
        const waited = before?.(request);
        return concat(
          waited === undefined ? EMPTY : from(waited).pipe(ignoreElements()),
          transport.open(request),
        ).pipe(tap({ error: (error: unknown) => errors.push(error) }));
      }),
  };
}
