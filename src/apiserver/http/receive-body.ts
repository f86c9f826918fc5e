import type { IncomingMessage } from 'node:http';
import { Observable, of } from 'rxjs';
import { entityTooLarge } from '../status/refusals.ts';
import type { Budget } from './budget.ts';

/** In bytes. The limit of kube-apiserver (P75). */
const limit = 3 * 1024 * 1024;

/**
 * Receives the body of a request. Its bytes count against the budget until the subscription ends. Copies the chunks,
 * because a body in chunks of one byte would otherwise take some hundred bytes for each of them.
 *
 * @throws Refusal 413, 429; the rest of the body is read and dropped, so that the answer reaches the client
 */
export function receiveBody(incoming: IncomingMessage, budget: Budget): Observable<Uint8Array> {
  if (!hasBody(incoming)) return of(new Uint8Array());
  return new Observable((subscriber) => {
    let body = Buffer.alloc(0);
    let size = 0;
    const refuse = (error: unknown): void => {
      body = Buffer.alloc(0);
      subscriber.error(error);
    };
    const append = (chunk: Buffer): void => {
      if (size + chunk.length > body.length) {
        const larger = Buffer.allocUnsafe(Math.max(size + chunk.length, Math.min(2 * body.length, limit)));
        body.copy(larger, 0, 0, size);
        body = larger;
      }
      chunk.copy(body, size);
      size += chunk.length;
    };
    incoming.on('data', (chunk: Buffer) => {
      if (subscriber.closed) return;
      if (size + chunk.length > limit) {
        refuse(entityTooLarge(limit));
        return;
      }
      try {
        budget.take(chunk.length);
        append(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    // The server makes the answer within this call. It holds the body until then, and not after the client has
    // disconnected.
    incoming.once('end', () => subscriber.next(body.subarray(0, size)));
    incoming.once('error', (error) => refuse(error));
    return () => budget.release(size);
  });
}

/**
 * Checks whether a request has a body. Node may already have detached the connection of an upgrade request from HTTP,
 * and such a request emits no `end`.
 */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
