/** The user of a request, as the access reviews describe it. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * A user whose rights the roles and bindings on the server decide. Without a binding of its own, the user can only read
 * the discovery documents and review its own access.
 *
 * @example
 * ```ts
 * const operator: TokenUser = { user: 'operator', groups: ['operators'] };
 * const server = createApiServer({ tokens: { 'operator-token': operator } });
 * ```
 */
export interface TokenUser {
  readonly user: string;
  /** Added to `system:authenticated`, the group of every user with a token. */
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** The group of every user with a token. */
export const authenticated = 'system:authenticated';

/** The group of the users that may do everything. */
export const masters = 'system:masters';

/** The user of requests without credentials through the in-process transport. */
export const serverItself: User = { name: 'system:apiserver', groups: [masters, authenticated] };

/** The user of a request without a valid token, on a server without tokens. */
export const anonymousAdmin: User = { name: 'system:anonymous', groups: [masters, 'system:unauthenticated'] };

/** Returns the user of a token in the option `tokens`. A user given as a name may do everything. */
export function userOf(given: string | TokenUser): User {
  if (typeof given === 'string') return { name: given, groups: [masters, authenticated] };
  const { user, groups = [], ...more } = given;
  return { name: user, groups: [...groups, authenticated], ...more };
}

/** The user name of a service account. */
export const serviceAccountUser = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** The groups of a service account. */
export const serviceAccountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];

/** The user in the form of `authentication.k8s.io`. */
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
