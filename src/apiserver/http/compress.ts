import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { type ApiResponse, isLarge, withoutLength } from './response.ts';

/**
 * Returns `true` if the server compresses a response: a large response for a client that accepts gzip. The server never
 * compresses a stream (P109).
 */
export function isCompressed({ req }: ServerResponse, response: ApiResponse): boolean {
  if (response.stream === true) return false;
  return isLarge(response) && new Negotiator(req).encoding(['gzip', 'identity']) === 'gzip';
}

/** Returns the headers of a compressed response. The length of a compressed response is unknown until its end. */
export function compressedHeaders(response: ApiResponse): ApiResponse['headers'] {
  const { vary } = response.headers;
  const names = ['Accept-Encoding', ...(vary === undefined ? [] : [vary])];
  return { ...withoutLength(response), 'content-encoding': 'gzip', vary: names.join(', ') };
}

/** Returns a stream that compresses its data and writes the result to the response. */
export function compressing(outgoing: ServerResponse): Writable {
  const gzip = createGzip({ level: 1 }); // As in kube-apiserver, a fast compression is more important than a small response.
  gzip.pipe(outgoing);
  outgoing.once('close', () => gzip.destroy());
  return gzip;
}
