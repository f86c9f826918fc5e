import type { ApiRequest } from '../http/request.ts';
import { unauthorized } from '../status/refusals.ts';
import type { Access } from './access.ts';
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
  const found = token === undefined ? undefined : userOfToken(access, token);
  return found ?? (access.tokens.size === 0 ? anybody : undefined);
}

/** The user of a token that was given to the server, or that it has issued. */
export function userOfToken({ tokens, serviceAccounts }: Access, token: string): User | undefined {
  return tokens.get(token) ?? serviceAccounts.userOf(token);
}
