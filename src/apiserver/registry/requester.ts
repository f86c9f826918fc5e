import { checkEscalation, type Grant } from '../access/rbac/escalation.ts';
import type { Access } from '../access/access.ts';
import type { User } from '../access/user.ts';
import type { RegistryContext } from './context.ts';

/** Who writes, where it is a client. */
export interface Requester {
  readonly user: User;
  /** Whether roles and bindings say what they may do. */
  readonly byRoles: boolean;
  /** What the authorizer says of a right that a write needs besides its own. */
  readonly decide: Access['decide'];
}

/**
 * Refuses a role or a binding that gives away more than its writer has.
 *
 * @throws Refusal 403, 404
 */
export function checkGrant(
  { storage }: RegistryContext,
  requester: Requester | undefined,
  grant: Grant,
): void {
  if (requester?.byRoles === true) checkEscalation(storage, requester.user, grant);
}
