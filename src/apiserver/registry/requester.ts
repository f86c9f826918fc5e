import { checkEscalation, type Grant } from '../access/rbac/escalation.ts';
import type { Access } from '../access/access.ts';
import type { User } from '../access/user.ts';

/** Who writes, where it is a client. */
export interface Requester {
  readonly user: User;
  /** The bindings that say what they may do; `undefined` where a function does. */
  readonly bindings: Access['bindings'];
  /** What the authorizer says of a right that a write needs besides its own. */
  readonly decide: Access['decide'];
}

/**
 * Refuses a role or a binding that gives away more than its writer has.
 *
 * @throws Refusal 403, 404
 */
export function checkGrant(requester: Requester | undefined, grant: Grant): void {
  if (requester?.bindings !== undefined) checkEscalation(requester.bindings, requester.user, grant);
}
