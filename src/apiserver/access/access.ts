import type { AccessAttributes, Decision } from './attributes.ts';
import type { SubjectIndex } from './rbac/subject-index.ts';
import type { ServiceAccountTokens } from './service-account-token.ts';
import type { User } from './user.ts';

/** The authentication and the authorization of a server. */
export interface Access {
  /** The users by token. If the map is empty, the server lets every request in. */
  readonly tokens: ReadonlyMap<string, User>;
  readonly serviceAccounts: ServiceAccountTokens;
  readonly decide: (attributes: AccessAttributes) => Decision;
  /** Returns the first access check that the authorizer refuses. All checks are about the same user. */
  readonly firstRefused: (questions: readonly AccessAttributes[]) => AccessAttributes | undefined;
  /**
   * The bindings on the server. The value is `undefined` if the option `authorize` decides instead of roles and
   * bindings.
   */
  readonly bindings: SubjectIndex | undefined;
}
