import type { IncomingMessage, ServerResponse } from 'node:http';
import { catchError, concatMap, defer, fromEvent, type Observable, of } from 'rxjs';
import type { Flow } from '../flow.ts';
import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { internalError } from '../status/refusals.ts';
import { handle } from './handle.ts';
import { receiveBody } from './receive-body.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, statusResponse } from './response.ts';

/** The answer to a request, once its body has come. */
export function answerTo(context: ServerContext, incoming: IncomingMessage): Observable<ApiResponse> {
  return defer(() => receiveBody(incoming)).pipe(
    concatMap((body) => handle(context, requestOf(incoming, body))),
    catchError((error: unknown) => of(refused(error))),
  );
}

/** Sends an answer as fast as it is read. */
export function send(outgoing: ServerResponse, response$: Observable<ApiResponse>): void {
  const flow: Flow = {
    writable: () => !outgoing.writableNeedDrain,
    drain$: fromEvent(outgoing, 'drain'),
  };
  const answering = response$
    .pipe(concatMap((response) => started(outgoing, response).body(flow)))
    .subscribe({
      next: (bytes) => outgoing.write(bytes),
      error: () => outgoing.destroy(),
      complete: () => outgoing.end(),
    });
  outgoing.once('close', () => answering.unsubscribe());
}

function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage, body: Uint8Array): ApiRequest {
  const [, path = '/', query = ''] = /^([^?]*)\??(.*)$/.exec(url) ?? [];
  const texts = Object.entries(headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join() : value] as const,
  );
  return { method, path, query: new URLSearchParams(query), headers: Object.fromEntries(texts), body };
}

/** A body too large; or a fault of this server, or of a callback that was given to it. */
function refused(error: unknown): ApiResponse {
  const { status } =
    error instanceof Refusal ? error : internalError('a callback threw, or the server has a fault');
  return { ...statusResponse(status), headers: { ...statusResponse(status).headers, connection: 'close' } };
}

/** The headers go out at once: a watch has a status line before its first event (P31). */
function started(outgoing: ServerResponse, response: ApiResponse): ApiResponse {
  outgoing.writeHead(response.status, { 'cache-control': 'no-cache, private', ...response.headers });
  if (response.headers['content-length'] === undefined) outgoing.flushHeaders();
  return response;
}
