import type { IncomingMessage } from 'node:http';
import { Observable, of } from 'rxjs';
import { entityTooLarge } from '../status/refusals.ts';
import type { BodyBudget } from './body-budget.ts';

/** Bytes: the real server's limit (P75). */
const limit = 3 * 1024 * 1024;

/**
 * The body of a request. Its bytes count against the budget until the subscription ends.
 *
 * @throws Refusal 413, 429; what still comes is read and dropped, so that the answer gets through
 */
export function receiveBody(incoming: IncomingMessage, budget: BodyBudget): Observable<Uint8Array> {
  if (!hasBody(incoming)) return of(new Uint8Array());
  return new Observable((subscriber) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let held = 0;
    const refuse = (error: unknown): void => {
      chunks.length = 0;
      subscriber.error(error);
    };
    incoming.on('data', (chunk: Buffer) => {
      if (subscriber.closed) return;
      size += chunk.length;
      if (size > limit) {
        refuse(entityTooLarge(limit));
        return;
      }
      try {
        budget.take(chunk.length);
        held += chunk.length;
        chunks.push(chunk);
      } catch (error) {
        refuse(error);
      }
    });
    // The answer is made within this call: the body is held until then, and no longer than its sender stays.
    incoming.once('end', () => subscriber.next(Buffer.concat(chunks)));
    incoming.once('error', (error) => refuse(error));
    return () => budget.release(held);
  });
}

/**
 * Whether one is to come. A request to upgrade the connection may be off HTTP by now, and has no end that one could wait for.
 */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
