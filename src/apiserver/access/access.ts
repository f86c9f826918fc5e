import type { AccessAttributes, Decision } from './attributes.ts';
import type { User } from './user.ts';

/** Who may come in, and what they may do. */
export interface Access {
  /** Users by token; none configured: anyone may come in. */
  readonly tokens: ReadonlyMap<string, User>;
  /** The user of a token that the server itself has issued. */
  readonly issued: (token: string) => User | undefined;
  readonly decide: (attributes: AccessAttributes) => Decision;
}
