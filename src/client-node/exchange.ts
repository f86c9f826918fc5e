import type * as http from 'node:http';
import { Observable, of } from 'rxjs';
import { keepAliveMilliseconds } from './agent-pool.ts';
import { nodeHttp, nodeHttps } from './node-modules.ts';
import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { transferChunk, detachReleased } from '../source/index.ts';
import { yieldToEventLoop } from '../scheduling/index.ts';

/**
 * The limit of 1xx responses before the final response. No API server sends 1xx; endless 1xx responses would keep the parser busy.
 */
const maxInterimAnswers = 100;

export interface ExchangeOptions extends http.RequestOptions {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly agent: http.Agent;
  readonly body: string | undefined;
  /** Aborts at the end of the request. The agent reads the signal. */
  readonly endSignal: AbortSignal;
}

/**
 * Sends a request and emits its response. Completes when the body has ended. An earlier unsubscribe destroys the socket; after the
 * end the agent can reuse the socket. Uses `new Observable` to bridge Node's events with one teardown.
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
      // No request asks for an upgrade, but without a listener for `upgrade` Node would emit no end.
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        subscriber.error(new Error('the server switched to another protocol'));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server had closed the idle socket before the agent reused the socket, so the server has not received the request.
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
 * Emits the chunks of a body. Fails if the body ends early. Uses `new Observable` to bridge Node's events.
 *
 * Node reads the socket into a buffer with one or several chunks. The buffer is detached when the first chunk of the next buffer
 * arrives, because Node then no longer uses the old buffer. Without the detachment, an unchanged list of 50,000 pods causes seven
 * full collections of a heap of 250 MB, which is most of the cost of the list.
 *
 * The response and its socket are paused for one turn of the event loop after {@link maxChunksAtOnce} chunks, and while `paused$`
 * is true.
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

/** A server can send each byte as a chunk: 11,000 chunks per read. Node reads 32 times before timers run. */
const maxChunksAtOnce = 2_048;

/** Whether the buffers come from a real socket. A fake socket, for example in a test, can emit the same bytes again. */
const isReadByNode = ({ socket }: IncomingMessage): boolean => socket.bytesRead > 0;

/**
 * Whether a buffer can be Node's shared pool for small buffers. Detaching the pool of Node 22 (8 KiB) would destroy all small
 * buffers in it. So a read with the length of the pool is left to the garbage collector. A pool of 64 KiB belongs to a version of
 * Node that does not allow its detachment.
 */
const isOfPoolSize = ({ buffer }: Uint8Array): boolean =>
  buffer.byteLength === Buffer.poolSize && Buffer.poolSize < 65_536;
