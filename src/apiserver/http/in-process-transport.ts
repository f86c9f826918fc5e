import { concatMap, defer, type Observable, reduce, throwError } from 'rxjs';
import { ConnectionError } from '../../objects/index.ts';
import type { KubeRequest, Transport } from '../../source/index.ts';
import { freeFlow } from '../flow.ts';
import type { ServerContext } from '../server-context.ts';
import { statusErrorOf } from '../status/refusal.ts';
import type { Status } from '../status/status.ts';
import { handle } from './handle.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';

/**
 * Straight into the server: the same handlers, no socket. It answers within the call, and time passes only through RxJS
 * timers, so that a `TestScheduler` sees all of it.
 */
export function inProcessTransport(server: ServerContext, isClosed: () => boolean): Transport {
  return {
    open: (request) =>
      defer(() => {
        if (isClosed()) throw new ConnectionError('the API server is closed');
        return handle(server, requestOf(request)).pipe(concatMap(bodyOrError));
      }),
  };
}

/** Trusted without credentials; those that a request does bring are looked at. */
function requestOf({ path, method = 'GET', query = {}, headers = {}, body = '' }: KubeRequest): ApiRequest {
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(lower),
    body,
    user: 'system:apiserver',
  };
}

function bodyOrError({ status, body }: ApiResponse): Observable<Uint8Array> {
  const bytes$ = body(freeFlow);
  if (status >= 200 && status < 300) return bytes$;
  return bytes$.pipe(
    reduce((text, bytes) => text + new TextDecoder().decode(bytes), ''),
    concatMap((text) => throwError(() => statusErrorOf(JSON.parse(text) as Status))),
  );
}
