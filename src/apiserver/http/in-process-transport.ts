import { concatMap, defer, map, type Observable, race, takeUntil, tap } from 'rxjs';
import { ConnectionError } from '../../objects/index.ts';
import {
  type KubeRequest,
  reportWarnings,
  throwErrorResponse,
  requestTarget,
  type Transport,
} from '../../source/index.ts';
import { serverItself } from '../access/user.ts';
import { unlimitedFlow } from '../flow.ts';
import { respond } from '../requests/respond.ts';
import type { ServerContext } from '../server-context.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';
import { withSender } from './sender.ts';

/**
 * Creates a transport that calls the handlers of the server directly, without a socket. The transport answers
 * synchronously. All delays are RxJS timers, so a `TestScheduler` controls the time.
 */
export function inProcessTransport(server: ServerContext): Transport {
  const closed$ = server.closed$.pipe(
    map(() => {
      throw new ConnectionError('the API server is closed');
    }),
  );
  const cut$ = server.cut$.pipe(
    map(() => {
      throw new ConnectionError('the API server cut the connection');
    }),
  );
  return {
    open: (request) =>
      race(
        closed$, // `closed$` is the first source of `race`, so `closed$` wins if the server is closed
        defer(() => respond(server, withSender(server.access, requestOf(request)))),
      ).pipe(
        tap(({ headers }) => reportWarnings(request, headers['warning'])),
        concatMap((response) => bodyOrError(request, response)),
        takeUntil(cut$),
      ),
  };
}

/**
 * Converts a request of the transport to a request of the server. The server trusts a request without credentials. If
 * the request has credentials, the server checks the credentials.
 */
function requestOf(request: KubeRequest): ApiRequest {
  const { method = 'GET', headers = {}, body = '' } = request;
  const [path = '', query] = requestTarget(request).split('?', 2);
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(lower),
    body,
    user: serverItself,
  };
}

function bodyOrError(request: KubeRequest, { status, headers, body }: ApiResponse): Observable<Uint8Array> {
  const body$ = body(unlimitedFlow);
  return status >= 200 && status < 300
    ? body$
    : throwErrorResponse({ code: status, retryAfter: headers['retry-after'], body$, request });
}
