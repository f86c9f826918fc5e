import { EMPTY } from 'rxjs';
import { OptionsError } from '../../objects/index.ts';
import { compileRegExp, PatternError } from '../schema/pattern.ts';
import type { ApiRequest } from './request.ts';
import type { ApiResponse } from './response.ts';

/** The origins whose pages may read the answers, write, and open WebSockets. */
export interface Cors {
  /**
   * Exact origins, such as `http://localhost:4200`, or patterns. A pattern is matched as in RE2, in time proportional
   * to the length of the origin. So it must not have lookaround or backreferences.
   */
  readonly origins: readonly (string | RegExp)[];
}

/** Checks whether an origin is allowed. */
export type AllowedOrigins = (origin: string) => boolean;

/**
 * Compiles the allowed origins.
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

/** The source of an empty pattern in JavaScript. */
const anything = new RegExp('').source;

/** Returns the CORS headers for an origin; `undefined` for an origin that is not allowed. */
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

/** Answers a preflight request, which has no credentials; `undefined` for any other request (P120). */
export function preflight(cors: AllowedOrigins, request: ApiRequest): ApiResponse | undefined {
  const headers = request.method === 'OPTIONS' ? allowance(cors, request) : undefined;
  return headers && { status: 204, headers, body: () => EMPTY };
}

/** Adds the CORS headers to an answer, also to a refusal. */
export function shared(cors: AllowedOrigins, request: ApiRequest, response: ApiResponse): ApiResponse {
  if (request.headers['origin'] === undefined) return response;
  const { vary } = response.headers;
  // A cache must not give a page of one origin the answer to another.
  const varied = { vary: vary === undefined ? 'Origin' : `${vary}, Origin` };
  return { ...response, headers: { ...response.headers, ...varied, ...allowance(cors, request) } };
}
