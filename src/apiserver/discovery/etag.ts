import { createHash } from 'node:crypto';
import { EMPTY } from 'rxjs';
import type { ApiRequest } from '../http/request.ts';
import type { ApiResponse } from '../http/response.ts';

/** Returns a hash of a value. The ETags of the discovery documents consist of such hashes. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32).toUpperCase();
}

/** Returns the headers of a document that a client caches by the ETag. */
export const tagHeaders = (mark: string, more: ApiResponse['headers'] = {}): ApiResponse['headers'] => ({
  etag: `"${mark}"`,
  vary: 'Accept',
  ...more,
});

/** Returns a response with the status 304 if the client already has the document. Otherwise, returns `undefined`. */
export function unchanged(
  { headers }: ApiRequest,
  mark: string,
  more: ApiResponse['headers'] = {},
): ApiResponse | undefined {
  return headers['if-none-match'] === `"${mark}"`
    ? { status: 304, headers: tagHeaders(mark, more), body: () => EMPTY }
    : undefined;
}
