import type { AccessAttributes, Decision } from './attributes.ts';
import type { ServiceAccountTokens } from './service-account-token.ts';
import type { User } from './user.ts';

/** Who may come in, and what they may do. */
export interface Access {
  /** Users by token; none configured: anyone may come in. */
  readonly tokens: ReadonlyMap<string, User>;
  readonly serviceAccounts: ServiceAccountTokens;
  readonly decide: (attributes: AccessAttributes) => Decision;
  /** The first of several questions about one user whose answer is no. */
  readonly firstRefused: (questions: readonly AccessAttributes[]) => AccessAttributes | undefined;
  /** Whether it is the roles and bindings on the server that decide. */
  readonly byRoles: boolean;
}
