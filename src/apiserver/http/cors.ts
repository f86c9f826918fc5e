import { EMPTY } from 'rxjs';
import { OptionsError } from '../../objects/index.ts';
import { compileRegExp, PatternError } from '../schema/pattern.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';

/** Which pages of other origins may read the answers, write, and open WebSockets. */
export interface Cors {
  /**
   * Exact origins, as `http://localhost:4200`, or patterns of them. A pattern is matched as RE2 does, in time in proportion to
   * the origin, so it has no lookaround and no backreference.
   */
  readonly origins: readonly (string | RegExp)[];
}

/** Whether an origin is one of those that were named. */
export type AllowedOrigins = (origin: string) => boolean;

/**
 * Compiles what was named.
 *
 * @throws OptionsError for an empty pattern, and for one that RE2 does not have
 */
export function allowedOrigins({ origins }: Cors): AllowedOrigins {
  const matches = origins.map((one) =>
    typeof one === 'string' ? (origin: string) => one === origin : matcherOf(one),
  );
  return (origin) => matches.some((isOne) => isOne(origin));
}

function matcherOf(expression: RegExp): AllowedOrigins {
  if (expression.source === anything) {
    throw new OptionsError(
      'createApiServer: cors.origins',
      expression,
      'patterns that are not empty: an empty one matches each origin',
    );
  }
  try {
    return compileRegExp(expression).matches;
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new OptionsError(
      'createApiServer: cors.origins',
      expression,
      'patterns of RE2, without lookaround and backreferences',
      error.message,
    );
  }
}

/** What JavaScript makes of an empty pattern. */
const anything = new RegExp('').source;

/** What an origin is told; `undefined` for one that is not allowed. */
function allowance(
  isAllowed: AllowedOrigins,
  { headers }: ApiRequest,
): Readonly<Record<string, string>> | undefined {
  const { origin } = headers;
  if (origin === undefined || !isAllowed(origin)) return undefined;
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
export function preflight(cors: AllowedOrigins, request: ApiRequest): ApiResponse | undefined {
  const headers = request.method === 'OPTIONS' ? allowance(cors, request) : undefined;
  return headers && { status: 204, headers, body: () => EMPTY };
}

/** The answer, with what a page needs to read it; refusals too. */
export function shared(cors: AllowedOrigins, request: ApiRequest, response: ApiResponse): ApiResponse {
  if (request.headers['origin'] === undefined) return response;
  const { vary } = response.headers;
  // A cache must not give a page of one origin the answer to another.
  const varied = { vary: vary === undefined ? 'Origin' : `${vary}, Origin` };
  return { ...response, headers: { ...response.headers, ...varied, ...allowance(cors, request) } };
}
