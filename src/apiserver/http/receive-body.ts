import type { IncomingMessage } from 'node:http';
import { from, type Observable, of } from 'rxjs';
import { entityTooLarge } from '../status/refusals.ts';

/** Bytes: the real server's limit (P75). */
const limit = 3 * 1024 * 1024;

/**
 * The body of a request.
 *
 * @throws Refusal 413; what still comes is read and dropped, so that the answer gets through
 */
export function receiveBody(incoming: IncomingMessage): Observable<Uint8Array> {
  if (!hasBody(incoming)) return of(new Uint8Array());
  return from(collected(incoming));
}

/**
 * Whether one is to come. A request to upgrade the connection may be off HTTP by now, and has no end that one could wait for.
 */
export function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function collected(incoming: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else reject(entityTooLarge(limit));
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks)));
    incoming.once('error', reject);
  });
}
