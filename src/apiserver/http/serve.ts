import type { IncomingMessage, ServerResponse } from 'node:http';
import { catchError, concatMap, defer, map, type Observable, of, take } from 'rxjs';
import { ConnectionError } from '../../objects/index.ts';
import { respond } from '../requests/respond.ts';
import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { internalError } from '../status/refusals.ts';
import { compressedHeaders, compressing, isCompressed } from './compress.ts';
import type { BodyBudget } from './body-budget.ts';
import { admitted } from './handle.ts';
import { hasBody, receiveBody } from './receive-body.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, statusResponse } from './response.ts';
import { resetSoon } from './reset-soon.ts';
import { type Sink, sinkOf, streamSink } from './sink.ts';
import { yamlInSlices } from './yaml-in-slices.ts';

/**
 * The answer to a request. Of one that is refused by its head the body is not waited for: it is read and dropped. All others
 * are answered once their bodies have come.
 */
export function answerTo(
  context: ServerContext,
  incoming: IncomingMessage,
  listensOn: string,
  budget: BodyBudget,
): Observable<ApiResponse> {
  return defer(() => {
    const head = { ...requestOf(incoming), listensOn };
    if (hasBody(incoming) && isRefused(context, head)) {
      incoming.resume();
      return respond(context, head).pipe(map(closing));
    }
    return receiveBody(incoming, budget).pipe(
      take(1),
      concatMap((body) => yamlInSlices({ ...head, body })),
      concatMap((request) => respond(context, request)),
    );
  }).pipe(
    catchError((error: unknown) => {
      if (error instanceof ConnectionError) throw error;
      return of(closing(refused(error)));
    }),
  );
}

/** Whether it is refused whatever its body says; a preflight has none. */
function isRefused(context: ServerContext, head: ApiRequest): boolean {
  try {
    if (head.method !== 'OPTIONS') admitted(context, head);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** Sends an answer as fast as it is read. */
export function send(outgoing: ServerResponse, response$: Observable<ApiResponse>): void {
  let sink: Sink | undefined;
  const answering = response$
    .pipe(
      concatMap((response) => {
        sink = started(outgoing, response);
        return response.body(sink.flow);
      }),
    )
    .subscribe({
      next: (bytes) => sink?.write(bytes),
      complete: () => sink?.end(),
      error: () => breakOff(outgoing),
    });
  outgoing.once('close', () => answering.unsubscribe());
}

/** Resets the connection, behind what is written already. */
function breakOff({ socket }: ServerResponse): void {
  if (socket !== null) resetSoon(socket);
}

/** Without its body. */
function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): ApiRequest {
  const [, path = '/', query = ''] = /^(?:https?:\/\/[^/?]*)?([^?]*)\??(.*)$/i.exec(url) ?? [];
  const texts = Object.entries(headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join() : value] as const,
  );
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(texts),
    body: '',
    sliced: true,
  };
}

/** A body too large, or too many; or a fault of this server, or of a callback that was given to it. */
function refused(error: unknown): ApiResponse {
  const { status } =
    error instanceof Refusal ? error : internalError('a callback threw, or the server has a fault');
  return statusResponse(status);
}

/** The rest of the body is not waited for. */
const closing = (response: ApiResponse): ApiResponse => ({
  ...response,
  headers: { ...response.headers, connection: 'close' },
});

/** The headers go out at once: a watch has a status line before its first event (P31). */
function started(outgoing: ServerResponse, response: ApiResponse): Sink {
  const isSmaller = isCompressed(outgoing, response);
  const headers = isSmaller ? compressedHeaders(response) : response.headers;
  outgoing.writeHead(response.status, { 'cache-control': 'no-cache, private', ...headers });
  if (headers['content-length'] === undefined) outgoing.flushHeaders();
  if (isSmaller) return sinkOf(compressing(outgoing));
  return response.stream === true ? streamSink(outgoing) : sinkOf(outgoing);
}
