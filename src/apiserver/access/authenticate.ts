import type { ApiRequest } from '../http/request.ts';
import { unauthorized } from '../status/refusals.ts';
import type { Access } from './access.ts';
import { type Bearer, serverAudience } from './service-account-token.ts';
import { anonymousAdmin, type User } from './user.ts';

/**
 * Returns the user of a request.
 *
 * @throws Refusal 401 if the token of the request is not valid (P117)
 */
export function authenticate(access: Access, { headers, user }: ApiRequest): User {
  const { authorization } = headers;
  if (authorization === undefined && user !== undefined) return user;
  const found = userOfHeader(access, authorization);
  if (found === undefined) throw unauthorized();
  return found;
}

/**
 * Returns the name of the client of a request. The server divides the processing time fairly between the clients. The
 * client is the user of the request, as in API Priority and Fairness. All requests without a valid token count as one
 * client.
 */
export function clientOf(access: Access, authorization: string | undefined): string {
  return userOfHeader(access, authorization)?.name ?? '';
}

function userOfHeader(access: Access, authorization: string | undefined): User | undefined {
  const token = /^bearer (\S+) *$/i.exec(authorization ?? '')?.[1];
  const found = token === undefined ? undefined : reviewToken(access, token, [serverAudience])?.user;
  return found ?? (access.tokens.size === 0 ? anonymousAdmin : undefined);
}

/**
 * Returns the user of a token, and the requested audiences for which the token is valid. Accepts tokens from the option
 * `tokens` and tokens that the server issued. Returns `undefined` if the token is valid for none of the requested
 * audiences. A token from the option `tokens` is valid only for the server audience.
 */
export function reviewToken(
  { tokens, serviceAccounts }: Access,
  token: string,
  audiences: readonly string[],
): Bearer | undefined {
  const given = tokens.get(token);
  const bearer =
    given === undefined ? serviceAccounts.bearerOf(token) : { user: given, audiences: [serverAudience] };
  if (bearer === undefined) return undefined;
  const own = new Set(bearer.audiences);
  const common = audiences.filter((audience) => own.has(audience));
  return common.length === 0 ? undefined : { user: bearer.user, audiences: common };
}
