import type * as http from 'node:http';
import { Observable, of } from 'rxjs';
import { keepAliveMilliseconds } from './agent-pool.ts';
import { nodeHttp, nodeHttps } from './node-modules.ts';
import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { transferChunk, detachReleased } from '../source/index.ts';
import { yieldToEventLoop } from '../scheduling/index.ts';

/**
 * The maximum number of 1xx responses before the final response. No API server sends 1xx. Without this limit,
 * endless 1xx responses would keep the parser busy.
 */
const maxInterimAnswers = 100;

export interface ExchangeOptions extends http.RequestOptions {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly agent: http.Agent;
  readonly body: string | undefined;
  /** A signal that aborts at the end of the request. The agent uses the signal. */
  readonly endSignal: AbortSignal;
}

/**
 * Sends a request and emits its response. The Observable completes when the body has ended. An earlier
 * unsubscribe destroys the socket. After the end of the body, the agent can reuse the socket. The function
 * uses `new Observable` to connect the events of Node with one teardown.
 */
export function exchange(url: URL, { body, ...options }: ExchangeOptions): Observable<http.IncomingMessage> {
  const { request: send } = url.protocol === 'https:' ? nodeHttps() : nodeHttp();

  return new Observable((subscriber) => {
    let request: http.ClientRequest;
    const start = (): void => {
      let isAnswered = false;
      const sent = send(url, options);
      request = sent;
      sent.on('socket', (socket) => socket.setKeepAlive(true, keepAliveMilliseconds));
      sent.on('response', (response) => {
        isAnswered = true;
        response.on('end', () => subscriber.complete());
        subscriber.next(response);
      });
      let interimAnswers = 0;
      sent.on('information', ({ statusCode }) => {
        if (++interimAnswers <= maxInterimAnswers) return;
        sent.destroy(
          new Error(`the server sent more than ${maxInterimAnswers} interim answers (${statusCode})`),
        );
      });
      // A wrong server can answer with an HTTP upgrade. Without a listener for `upgrade`, Node would never
      // report the end of the request.
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        subscriber.error(new Error('the server switched to another protocol'));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server has closed the idle socket before the agent reused the socket. So the server has not
        // received the request, and the request can be sent again.
        const isStale = sent.reusedSocket && !isAnswered && error.code === 'ECONNRESET';
        if (isStale && options.method === 'GET' && !subscriber.closed) start();
        else subscriber.error(error);
      });
      sent.end(body);
    };
    start();
    return () => request.destroy();
  });
}

/**
 * Emits the chunks of a response body. The Observable errors if the body ends early.
 *
 * Node reads the socket into a buffer that contains one or several chunks. When the first chunk of the next
 * buffer arrives, Node no longer uses the old buffer, and the function detaches the old buffer. Otherwise a
 * list of 50,000 unchanged pods would cause seven full garbage collections of a heap of 250 MB. These
 * collections would be most of the cost of the list.
 *
 * The function pauses the response and its socket while `paused$` is true. After {@link maxChunksAtOnce}
 * chunks, the function also pauses the response and its socket for one turn of the event loop.
 */
export function bodyOf(
  response: IncomingMessage,
  paused$: Observable<boolean> = of(false),
): Observable<Uint8Array> {
  return new Observable((subscriber) => {
    let read: Uint8Array[] = [];
    let isPaused = false;
    let hasStopped = false;
    let chunksSincePause = 0;
    const stop = (): void => {
      hasStopped = true;
      response.pause();
    };
    const resume = (): void => {
      if (isPaused || !hasStopped) return;
      hasStopped = false;
      response.resume();
    };
    response.on('data', (chunk: Uint8Array) => {
      if (isReadByNode(response) && !isOfPoolSize(chunk)) {
        if (read[0]?.buffer !== chunk.buffer) {
          detachReleased(read);
          read = [];
        }
        transferChunk(chunk);
        read.push(chunk);
      }
      subscriber.next(chunk);
      if (++chunksSincePause === maxChunksAtOnce) {
        stop();
        yieldToEventLoop(() => {
          chunksSincePause = 0;
          resume();
        });
      } else if (isPaused) stop();
    });
    response.on('end', () => subscriber.complete());
    response.on('error', (error) => subscriber.error(error));
    return paused$.subscribe((paused) => {
      isPaused = paused;
      resume();
    });
  });
}

/**
 * The number of chunks after which the response is paused for one turn. A server can send each byte as a
 * chunk, which is 11,000 chunks in one read. Node reads 32 times before timers run.
 */
const maxChunksAtOnce = 2_048;

/**
 * Returns whether the buffers of a response come from a real socket. A fake socket, for example in a test,
 * can emit the same bytes again.
 */
const isReadByNode = ({ socket }: IncomingMessage): boolean => socket.bytesRead > 0;

/**
 * Returns whether a buffer can be the pool that Node shares among small buffers. If the pool of Node 22 (8
 * KiB) were detached, all small buffers in the pool would be destroyed. So a buffer with the length of the
 * pool is not detached. A pool of 64 KiB needs no check: versions of Node with such a pool do not allow its
 * detachment.
 */
const isOfPoolSize = ({ buffer }: Uint8Array): boolean =>
  buffer.byteLength === Buffer.poolSize && Buffer.poolSize < 65_536;
