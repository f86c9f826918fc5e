import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  catchError,
  concatMap,
  defer,
  filter,
  fromEvent,
  interval,
  map,
  type Observable,
  of,
  take,
  takeUntil,
  tap,
} from 'rxjs';
import { ConnectionError } from '../../objects/index.ts';
import { respond } from '../requests/respond.ts';
import type { ServerContext } from '../server-context.ts';
import { Refusal } from '../status/refusal.ts';
import { internalError } from '../status/refusals.ts';
import type { RequestTime } from '../time-budget.ts';
import { compressedHeaders, compressing, isCompressed } from './compress.ts';
import type { Budgets } from './budgets.ts';
import { checkHead } from './check-head.ts';
import { admitted } from './handle.ts';
import { AnswerBytes } from './unsent-bytes.ts';
import { hasBody, receiveBody } from './receive-body.ts';
import type { ApiRequest } from './request.ts';
import { type ApiResponse, statusResponse } from './response.ts';
import { resetSoon } from './reset-soon.ts';
import { type SentRequest, withSender } from './sender.ts';
import { type Sink, sinkOf, streamSink, type Writing } from './sink.ts';
import { yamlInSlices } from './yaml-in-slices.ts';

/** The host of a server, and the limits for a request. */
export interface Listening {
  readonly listensOn: string;
  readonly budgets: Budgets;
  readonly time: RequestTime;
}

/**
 * Answers a request. If the head of the request already causes a refusal, the server sends the refusal without waiting
 * for the body. The server then reads and drops the body. Otherwise, the server answers after the body has arrived.
 *
 * @param answering - emits `close` when the client has read the response or can no longer read the response
 */
export function answerTo(
  context: ServerContext,
  incoming: IncomingMessage,
  answering: EventEmitter,
  { listensOn, budgets, time }: Listening,
): Observable<ApiResponse> {
  return defer(() => {
    checkHead(incoming);
    const head = withSender(context.access, { ...requestOf(incoming), listensOn, time });
    budgets.admit(incoming, answering, head.sender.verb === 'watch');
    if (hasBody(incoming) && isRefused(context, head)) {
      incoming.resume();
      return respond(context, head).pipe(map(closing));
    }
    return receiveBody(incoming, budgets.bodies).pipe(
      concatMap((body) => time.turn().pipe(map(() => ({ ...head, body })))),
      concatMap((request) => yamlInSlices(request, budgets.yaml)),
      tap(() => {
        if (!isRead(incoming)) budgets.answers.refuseIfFull();
      }),
      concatMap((request) => respond(context, request)),
      take(1), // the end of the subscription releases the bytes of the body from the limit
    );
  }).pipe(
    catchError((error: unknown) => {
      if (error instanceof ConnectionError) throw error;
      incoming.resume();
      return of(closing(refused(error)));
    }),
  );
}

/** Returns `true` if the server refuses a request regardless of its body. A preflight request has no body. */
function isRefused(context: ServerContext, head: SentRequest): boolean {
  try {
    if (head.method !== 'OPTIONS') admitted(context, head);
    return false;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}

/** The limits for sending a response. */
export interface Sending {
  /**
   * The read timeout in ms. If the client does not read a response within the timeout, the server closes the
   * connection. The timeout does not apply to watches.
   */
  readonly readTimeout: number;
  readonly time: RequestTime;
  readonly budgets: Pick<Budgets, 'answers' | 'events'>;
}

/** Sends a response as fast as the client reads the response. */
export function send(
  outgoing: ServerResponse,
  response$: Observable<ApiResponse>,
  { readTimeout, time, budgets }: Sending,
): void {
  let sink: Sink | undefined;
  let held: AnswerBytes | undefined;
  const answering = response$
    .pipe(
      concatMap((made) => {
        const all = made.stream === true ? budgets.events : budgets.answers;
        held = new AnswerBytes(all, isRead(outgoing.req));
        const response = heldBy(held, made);
        sink = started(outgoing, response, { time, held });
        if (response.stream !== true) cutUnread(outgoing, readTimeout);
        return response.body(sink.flow);
      }),
      tap((bytes) => sink?.write(bytes)),
    )
    .subscribe({
      complete: () => sink?.end(),
      error: () => breakOff(outgoing),
    });
  outgoing.once('close', () => {
    answering.unsubscribe();
    held?.close();
  });
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD';

/**
 * Returns the response. If the unread responses of the server have too many bytes together, returns a refusal instead.
 */
function heldBy(held: AnswerBytes, response: ApiResponse): ApiResponse {
  try {
    if (response.whole !== undefined) held.hold(response.whole);
    return response;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return statusResponse(error.status);
  }
}

/**
 * Closes the connection of a client that does not read. Without the timeout, the written bytes would stay in memory
 * until the client reads the bytes.
 */
function cutUnread(outgoing: ServerResponse, readTimeout: number): void {
  interval(readTimeout)
    .pipe(
      filter(() => (outgoing.socket?.writableLength ?? 0) > 0),
      takeUntil(fromEvent(outgoing, 'close')),
    )
    .subscribe(() => outgoing.socket?.destroy());
}

function breakOff({ socket }: ServerResponse): void {
  if (socket !== null) resetSoon(socket);
}

/** Converts the head of a request from Node's type to an `ApiRequest`. */
function requestOf({ method = 'GET', url = '/', headers }: IncomingMessage): ApiRequest {
  // The lookahead requires that the host ends at `/`, `?` or the end of the URL. Without the lookahead, the regular
  // expression would also try all shorter hosts.
  const [, path = '/', query = ''] = /^(?:https?:\/\/[^/?]*(?![^/?]))?([^?]*)(?:\?(.*))?$/is.exec(url) ?? [];
  const texts = Object.entries(headers).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join() : value] as const,
  );
  return {
    method,
    path,
    query: new URLSearchParams(query),
    headers: Object.fromEntries(texts),
    body: '',
  };
}

/**
 * Converts an error to a response. A `Refusal`, for example for a body that is too large, keeps its status. Any other
 * error is an internal error of the server or of a callback in the options.
 */
function refused(error: unknown): ApiResponse {
  const { status } =
    error instanceof Refusal ? error : internalError('a callback threw, or the server has a fault');
  return statusResponse(status);
}

/** Closes the connection after a response, because the server does not wait for the rest of the body. */
const closing = (response: ApiResponse): ApiResponse => ({
  ...response,
  headers: { ...response.headers, connection: 'close' },
});

/**
 * Starts a response. The server sends the headers immediately, so that the client of a watch receives the status before
 * the first event (P31).
 */
function started(outgoing: ServerResponse, response: ApiResponse, writing: Writing): Sink {
  const isSmaller = isCompressed(outgoing, response);
  const headers = isSmaller ? compressedHeaders(response) : response.headers;
  outgoing.writeHead(response.status, { 'cache-control': 'no-cache, private', ...headers });
  if (headers['content-length'] === undefined) outgoing.flushHeaders();
  if (isSmaller) return sinkOf(compressing(outgoing), writing);
  return response.stream === true ? streamSink(outgoing, writing) : sinkOf(outgoing, writing);
}
