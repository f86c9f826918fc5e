import { EMPTY } from 'rxjs';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';

/** Which pages of other origins may read the answers, write, and open WebSockets. */
export interface Cors {
  /** Exact origins, as `http://localhost:4200`, or patterns of them. */
  readonly origins: readonly (string | RegExp)[];
}

/** Whether an origin is one of those that were named. */
export function isAllowed({ origins }: Cors, origin: string): boolean {
  return origins.some((one) => (typeof one === 'string' ? one === origin : origin.search(one) >= 0));
}

/** What an origin is told; `undefined` for one that is not allowed. */
function allowance(cors: Cors, { headers }: ApiRequest): Readonly<Record<string, string>> | undefined {
  const { origin } = headers;
  if (origin === undefined || !isAllowed(cors, origin)) return undefined;
  return { 'access-control-allow-origin': origin, ...always };
}

const always = {
  'access-control-allow-methods': 'POST, GET, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-headers':
    'Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since',
  'access-control-expose-headers': 'Date',
  'access-control-allow-credentials': 'true',
};

/** The answer to a browser that asks beforehand, without credentials; `undefined` where nobody does (P120). */
export function preflight(cors: Cors, request: ApiRequest): ApiResponse | undefined {
  const headers = request.method === 'OPTIONS' ? allowance(cors, request) : undefined;
  return headers && { status: 204, headers, body: () => EMPTY };
}

/** The answer, with what a page needs to read it; refusals too. */
export function shared(cors: Cors, request: ApiRequest, response: ApiResponse): ApiResponse {
  const headers = allowance(cors, request);
  return headers === undefined ? response : { ...response, headers: { ...response.headers, ...headers } };
}
