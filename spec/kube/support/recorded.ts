import type { KubeRequest, Transport } from 'rx-informer';
import { concat, defer, EMPTY, from, ignoreElements } from 'rxjs';

/** A transport that records its requests. */
export interface RecordedTransport extends Transport {
  readonly requests: readonly KubeRequest[];
}

/** @param before - called before each request; the request waits for the returned promise */
export function recorded(
  transport: Transport,
  before?: (request: KubeRequest) => Promise<void> | undefined,
): RecordedTransport {
  const requests: KubeRequest[] = [];
  return {
    requests,
    open: (request) =>
      defer(() => {
        requests.push(request);
        const waited = before?.(request);
        return concat(
          waited === undefined ? EMPTY : from(waited).pipe(ignoreElements()),
          transport.open(request),
        );
      }),
  };
}
