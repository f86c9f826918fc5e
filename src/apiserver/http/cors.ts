import { EMPTY } from 'rxjs';
import { OptionsError } from '../../objects/index.ts';
import { compileRegExp, PatternError } from '../schema/pattern.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';

/** The origins whose pages may read responses, write objects and open WebSockets. */
export interface Cors {
  /**
   * The allowed origins. An item is an exact origin, for example `http://localhost:4200`, or a pattern. The server
   * matches a pattern as RE2 does, in time proportional to the length of the origin. A pattern may not contain
   * lookaround or backreferences.
   */
  readonly origins: readonly (string | RegExp)[];
}

/** A function that returns `true` if an origin is allowed. */
export type AllowedOrigins = (origin: string) => boolean;

/**
 * Compiles the allowed origins to a function.
 *
 * @throws OptionsError for an empty pattern, and for a pattern that RE2 does not support
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

/** The source text of an empty regular expression in JavaScript: `(?:)`. */
const anything = new RegExp('').source;

/** Returns the CORS headers for an origin. Returns `undefined` if the origin is not allowed. */
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

/**
 * Answers a preflight request (P120). A preflight request has no credentials. Returns `undefined` for a request that is
 * not a preflight request of an allowed origin.
 */
export function preflight(cors: AllowedOrigins, request: ApiRequest): ApiResponse | undefined {
  const headers = request.method === 'OPTIONS' ? allowance(cors, request) : undefined;
  return headers && { status: 204, headers, body: () => EMPTY };
}

/** Adds the CORS headers to a response. Refusals also receive the CORS headers. */
export function shared(cors: AllowedOrigins, request: ApiRequest, response: ApiResponse): ApiResponse {
  if (request.headers['origin'] === undefined) return response;
  const { vary } = response.headers;
  // With the header `Vary`, a cache does not return the response for one origin to a page of another origin.
  const varied = { vary: vary === undefined ? 'Origin' : `${vary}, Origin` };
  return { ...response, headers: { ...response.headers, ...varied, ...allowance(cors, request) } };
}
