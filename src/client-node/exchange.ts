import type * as http from 'node:http';
import { Observable } from 'rxjs';
import { keepAliveMilliseconds } from './agent-keeper.ts';
import { nodeHttp, nodeHttps } from './node-modules.ts';

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
