import type { IncomingMessage } from 'node:http';
import { from, map, type Observable, of } from 'rxjs';
import { entityTooLarge } from '../status/refusals.ts';

/** Bytes: the real server's limit (P75). */
const limit = 3 * 1024 * 1024;

/**
 * The body of a request.
 *
 * @throws Refusal 413; what still comes is read and dropped, so that the answer gets through
 */
export function receiveBody(incoming: IncomingMessage): Observable<string> {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return of('');
  return from(collected(incoming)).pipe(map((bytes) => bytes.toString()));
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
