import type { AccessAttributes, Decision } from './attributes.ts';
import type { SubjectIndex } from './rbac/subject-index.ts';
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
  /** The bindings on the server; `undefined` where a function decides, and not they and their roles. */
  readonly bindings: SubjectIndex | undefined;
}
