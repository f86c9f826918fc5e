import { identity, type MonoTypeOperatorFunction, throwError, timeout } from 'rxjs';
import { ConnectionError, milliseconds, type Rule } from '../objects/index.ts';
import { type KubeRequest, requestLine } from './transport.ts';

/** How long a transport waits for an answer to begin. */
export interface HeadersTimeout {
  /**
   * Default 30,000: a request whose answer has not begun after so many ms, the making of the connection included, is
   * aborted and fails with a `ConnectionError`. 0: it may take for ever. A watch, a streamed list and the log of a pod
   * that is followed are not limited: a server may begin their answers with the first event.
   */
  readonly headersTimeout?: number;
}

export const aHeadersTimeout: Rule = milliseconds(0);

/**
 * For transports: fails where a response does not come in time. Without it a request to a server that was stopped, or is
 * behind a proxy that holds requests, would wait for ever.
 *
 * @param server - its name, for the message
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
/** As the API server reads a boolean parameter. */
const isOn = (value: string | undefined): boolean => value !== undefined && !/^(0|f|false)$/i.test(value);

function late(ms: number, request: KubeRequest, server: string): ConnectionError {
  const isRead = (request.method ?? 'GET') === 'GET';
  const again = 'if it lasts, look whether the server, or a proxy in between, is stopped or overloaded';
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
