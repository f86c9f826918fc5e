import type { IncomingMessage } from 'node:http';
import { Observable, of } from 'rxjs';
import { entityTooLarge } from '../status/refusals.ts';
import type { Budget } from './budget.ts';

/** The maximum size of a body in bytes, as in kube-apiserver (P75). */
const limit = 3 * 1024 * 1024;

/**
 * Receives the body of a request. The bytes of the body count against the limit until the subscription ends. The
 * function copies the received chunks into one buffer. A list of chunks would need too much memory, because even a
 * chunk of one byte takes some hundred bytes.
 *
 * @throws Refusal 413 or 429; the server then reads and drops the rest of the body, so that the client receives the
 * response
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
    // The call of `next` creates the response. The body counts against the limit until the end of the call. If the
    // client disconnects earlier, the subscription ends and the body no longer counts.
    incoming.once('end', () => subscriber.next(body.subarray(0, size)));
    incoming.once('error', (error) => refuse(error));
    return () => budget.release(size);
  });
}

/**
 * Returns `true` if a request has a body. The function reads only the head. A request for an upgrade may emit no event
 * `end`, because Node may already have removed the HTTP parser from the connection.
 */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
