/** The user of a request: the name, the uid, the groups and the extra values. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * A user whose rights come from the roles and bindings on the server. A user without any binding can only read the
 * discovery documents and request reviews of its own access.
 *
 * @example
 * ```ts
 * const operator: TokenUser = { user: 'operator', groups: ['operators'] };
 * const server = createApiServer({ tokens: { 'operator-token': operator } });
 * ```
 */
export interface TokenUser {
  readonly user: string;
  /** The groups of the user. The server adds `system:authenticated`, the group of every user with a token. */
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The group of every user with a token. */
export const authenticated = 'system:authenticated';

/** The group of the users that may do everything. */
export const masters = 'system:masters';

/** The user of a request that comes through the in-process transport and has no credentials. */
export const serverItself: User = { name: 'system:apiserver', groups: [masters, authenticated] };

/** The user of a request without a valid token, if the server has no tokens. */
export const anonymousAdmin: User = { name: 'system:anonymous', groups: [masters, 'system:unauthenticated'] };

/**
 * Returns the user of a token in the option `tokens`. If the option contains only the name of a user, the user may do
 * everything.
 */
export function userOf(given: string | TokenUser): User {
  if (typeof given === 'string') return { name: given, groups: [masters, authenticated] };
  const { user, groups = [], ...more } = given;
  return { name: user, groups: [...groups, authenticated], ...more };
}

export const serviceAccountUser = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

export const serviceAccountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];

/** Returns a user as a `UserInfo` of the API group `authentication.k8s.io`. */
export function userInfo({ name, uid, groups, extra }: User): {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
} {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    groups,
    ...(extra === undefined ? {} : { extra }),
  };
}
