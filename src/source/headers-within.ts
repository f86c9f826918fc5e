import { identity, type MonoTypeOperatorFunction, throwError, timeout } from 'rxjs';
import { ConnectionError, milliseconds, type Rule } from '../objects/index.ts';
import { type KubeRequest, requestLine } from './transport.ts';

/** The option for the time that a transport waits for the response headers. */
export interface HeadersTimeout {
  /**
   * The time limit for the response headers, in ms. The limit includes the time to connect. Default: 30,000.
   * With 0 there is no limit. If the headers do not arrive within the limit, the transport aborts the
   * request, and the request fails with a `ConnectionError`. Watches, streamed lists and followed pod logs
   * have no limit, because a server can send their headers together with the first event.
   */
  readonly headersTimeout?: number;
}

export const aHeadersTimeout: Rule = milliseconds(0);

/**
 * Returns an operator over the response of a transport. If the headers do not arrive within `headersTimeout`,
 * the operator errors. Without the limit, a request to a stopped server would never end.
 *
 * @param server - the address of the server, for the error message
 */
export function headersWithin<R>(
  { headersTimeout = usual }: HeadersTimeout,
  request: KubeRequest,
  server: string,
): MonoTypeOperatorFunction<R> {
  if (headersTimeout === 0 || isStream(request)) return identity;
  return timeout({
    first: headersTimeout,
    with: () => throwError(() => late(headersTimeout, request, server)),
  });
}

const usual = 30_000;

const isStream = ({ query = {} }: KubeRequest): boolean => isOn(query['watch']) || isOn(query['follow']);
/** Parses a boolean query parameter like the API server. */
const isOn = (value: string | undefined): boolean => value !== undefined && !/^(0|f|false)$/i.test(value);

function late(ms: number, request: KubeRequest, server: string): ConnectionError {
  const isRead = (request.method ?? 'GET') === 'GET';
  const again = 'if it lasts, check whether the server or a proxy in between is stopped or overloaded';
  return new ConnectionError(
    `no answer from ${server} to ${requestLine(request)} within ${ms} ms (headersTimeout), so the request was aborted${
      isRead ? '' : '; the server may have carried it out, or do so later'
    }`,
    {
      answered: false,
      advice: `${isRead ? 'ask again' : 'read the object before you send it again'}; ${again}; raise headersTimeout where answers take that long`,
    },
  );
}
