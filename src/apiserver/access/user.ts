/** Who asks, as the access reviews tell it. */
export interface User {
  readonly name: string;
  readonly uid?: string;
  readonly groups: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/**
 * A user whose rights the roles and bindings on the server decide; without any, discovery is all there is.
 *
 * @example
 * ```ts
 * const operator: TokenUser = { user: 'operator', groups: ['operators'] };
 * const server = createApiServer({ tokens: { 'operator-token': operator } });
 * ```
 */
export interface TokenUser {
  readonly user: string;
  /** Besides `system:authenticated`, which everybody with a token is in. */
  readonly groups?: readonly string[];
  readonly uid?: string;
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

/** Everybody who has shown a token. */
export const authenticated = 'system:authenticated';

/** Those who may do everything. */
export const masters = 'system:masters';

/** The server itself, and who comes in from its own process. */
export const serverItself: User = { name: 'system:apiserver', groups: [masters, authenticated] };

/** Anybody, on a server that has no tokens. */
export const anybody: User = { name: 'system:anonymous', groups: [masters, 'system:unauthenticated'] };

/** The user that a token stands for; one that is given as a name may do everything. */
export function userOf(given: string | TokenUser): User {
  if (typeof given === 'string') return { name: given, groups: [masters, authenticated] };
  const { user, groups = [], ...more } = given;
  return { name: user, groups: [...groups, authenticated], ...more };
}

/** The name of the user that a service account is. */
export const serviceAccountUser = (namespace: string, name: string): string =>
  `system:serviceaccount:${namespace}:${name}`;

/** The groups of a service account. */
export const serviceAccountGroups = (namespace: string): readonly string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
];

/** As `authentication.k8s.io` shows a user. */
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
