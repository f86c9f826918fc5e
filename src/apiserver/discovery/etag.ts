import { createHash } from 'node:crypto';
import { EMPTY } from 'rxjs';
import type { ApiRequest } from '../http/request.ts';
import { type ApiResponse, json } from '../http/response.ts';

/** What stands for a value and changes with it. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32).toUpperCase();
}

/** A document that a client keeps by its tag: 304 to one who has it already. */
export function tagged(
  { headers }: ApiRequest,
  mark: string,
  document: () => object,
  more: ApiResponse['headers'] = {},
): ApiResponse {
  const etag = `"${mark}"`;
  const common = { etag, vary: 'Accept', ...more };
  return headers['if-none-match'] === etag
    ? { status: 304, headers: common, body: () => EMPTY }
    : json(document(), 200, common);
}
