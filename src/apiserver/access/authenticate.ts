import type { ApiRequest } from '../http/request.ts';
import { unauthorized } from '../status/refusals.ts';
import type { Access } from './access.ts';
import { type Bearer, serverAudience } from './service-account-token.ts';
import { anybody, type User } from './user.ts';

/**
 * Who asks.
 *
 * @throws Refusal 401 (P117)
 */
export function authenticate(access: Access, { headers, user }: ApiRequest): User {
  const { authorization } = headers;
  if (authorization === undefined && user !== undefined) return user;
  const found = userOfHeader(access, authorization);
  if (found === undefined) throw unauthorized();
  return found;
}

/**
 * The client that a request counts for when requests share the time of the server: its user, as in the real server's fair
 * queues. All requests without a valid token count for one client.
 */
export function clientOf(access: Access, authorization: string | undefined): string {
  return userOfHeader(access, authorization)?.name ?? '';
}

function userOfHeader(access: Access, authorization: string | undefined): User | undefined {
  const token = /^bearer (\S+) *$/i.exec(authorization ?? '')?.[1];
  const found = token === undefined ? undefined : reviewToken(access, token, [serverAudience])?.user;
  return found ?? (access.tokens.size === 0 ? anybody : undefined);
}

/**
 * The user of a token that was given to the server, or that it has issued, and those of the audiences that the token is for;
 * `undefined` where it is for none of them. A token that was given to the server is for the server alone.
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
