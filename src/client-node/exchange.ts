import type * as http from 'node:http';
import { Observable, of } from 'rxjs';
import { keepAliveMilliseconds } from './agent-keeper.ts';
import { nodeHttp, nodeHttps } from './node-modules.ts';
import { Buffer } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { transferChunk, detachReleased } from '../source/index.ts';
import { yieldToEventLoop } from '../scheduling/index.ts';

/** Answers of 1xx before the answer. No API server sends one; endless ones would keep the parser busy. */
const mostInterimAnswers = 100;

/** A request of `node:http`, ready to be sent. */
export interface ExchangeOptions extends http.RequestOptions {
  readonly method: string;
  readonly headers: http.OutgoingHttpHeaders;
  readonly agent: http.Agent;
  readonly body: string | undefined;
  /** Aborted when it is over; for the agent. */
  readonly over: AbortSignal;
}

/**
 * Sends a request and emits its answer; completes when the body has ended. Unsubscribing before that destroys the socket,
 * at any moment; after it the socket is the agent's again.
 *
 * By hand: it is a bridge from Node's events, with the one teardown they need.
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
        if (++interimAnswers <= mostInterimAnswers) return;
        sent.destroy(
          new Error(`the server sent more than ${mostInterimAnswers} interim answers (${statusCode})`),
        );
      });
      // Nobody asked for it, and without a listener Node tells of no end at all.
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        subscriber.error(new Error('the server switched to another protocol'));
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // The server had closed the idle socket when it was taken up again: nobody has seen the request.
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
 * The chunks of a body; an error when it ends before it is whole.
 *
 * A read of the socket is one buffer, which holds one chunk or several. It is given back when a chunk of the next one
 * comes: Node has then done with it. Unless it is, the buffers of an unchanged list of 50,000 pods alone drive the
 * collector through a heap of 250 MB seven times, which is most of what the list costs.
 *
 * A response is paused for a turn of the event loop after {@link mostChunksAtOnce} chunks.
 *
 * While `paused$` says true the response is paused, and its socket with it.
 *
 * By hand: it is a bridge from Node's events.
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
    const goOn = (): void => {
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
      if (++chunksSincePause === mostChunksAtOnce) {
        stop();
        yieldToEventLoop(() => {
          chunksSincePause = 0;
          goOn();
        });
      } else if (isPaused) stop();
    });
    response.on('end', () => subscriber.complete());
    response.on('error', (error) => subscriber.error(error));
    return paused$.subscribe((paused) => {
      isPaused = paused;
      goOn();
    });
  });
}

/** A server may send each byte as a chunk of its own, 11,000 in one read, and Node reads 32 times before timers run. */
const mostChunksAtOnce = 2_048;

/** Whether buffers are a socket's own: what stands in for one, in a test say, may emit the same bytes again. */
const isReadByNode = ({ socket }: IncomingMessage): boolean => socket.bytesRead > 0;

/**
 * Whether the buffer may be the pool out of which Node cuts small ones for everybody. That of Node 22, of 8 KiB, can be
 * detached, and all that lies in it would go; a read of the socket that is just as long is left to the collector. One of
 * 64 KiB, as long as most reads, is of a Node that does not let it be detached.
 */
const isOfPoolSize = ({ buffer }: Uint8Array): boolean =>
  buffer.byteLength === Buffer.poolSize && Buffer.poolSize < 65_536;
