import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { type ApiResponse, isLarge, withoutLength } from './response.ts';

/** Checks whether to compress an answer: only large answers for clients that accept gzip, never a stream (P109). */
export function isCompressed({ req }: ServerResponse, response: ApiResponse): boolean {
  if (response.stream === true) return false;
  return isLarge(response) && new Negotiator(req).encoding(['gzip', 'identity']) === 'gzip';
}

/** The headers of a compressed answer. Its length is not known before its end. */
export function compressedHeaders(response: ApiResponse): ApiResponse['headers'] {
  const { vary } = response.headers;
  const names = ['Accept-Encoding', ...(vary === undefined ? [] : [vary])];
  return { ...withoutLength(response), 'content-encoding': 'gzip', vary: names.join(', ') };
}

/** Returns a stream that compresses the data written to it. */
export function compressing(outgoing: ServerResponse): Writable {
  const gzip = createGzip({ level: 1 }); // as kube-apiserver: speed before size
  gzip.pipe(outgoing);
  outgoing.once('close', () => gzip.destroy());
  return gzip;
}
