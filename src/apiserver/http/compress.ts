import type { ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { type ApiResponse, isLarge, withoutLength } from './response.ts';

/** Whether an answer goes out compressed: a large one to who takes it, never a stream (P109). */
export function isCompressed({ req }: ServerResponse, response: ApiResponse): boolean {
  if (response.stream === true) return false;
  return isLarge(response) && new Negotiator(req).encoding(['gzip', 'identity']) === 'gzip';
}

/** The headers of a compressed answer: its length is known at its end only. */
export function compressedHeaders(response: ApiResponse): ApiResponse['headers'] {
  const { vary } = response.headers;
  const names = ['Accept-Encoding', ...(vary === undefined ? [] : [vary])];
  return { ...withoutLength(response), 'content-encoding': 'gzip', vary: names.join(', ') };
}

/** Compresses what is written to it on its way out. */
export function compressing(outgoing: ServerResponse): Writable {
  const gzip = createGzip({ level: 1 }); // the real server's: speed before size
  gzip.pipe(outgoing);
  outgoing.once('close', () => gzip.destroy());
  return gzip;
}
