import { checkEscalation, type Grant } from '../access/rbac/escalation.ts';
import type { Access } from '../access/access.ts';
import type { User } from '../access/user.ts';

/** The client that sends a write. */
export interface Requester {
  readonly user: User;
  /** The bindings that grant rights to the user. `undefined` if a function of the program authorizes requests. */
  readonly bindings: Access['bindings'];
  /** Calls the authorizer for a further right that a write needs. */
  readonly decide: Access['decide'];
}

/**
 * Rejects the write of a role or a binding that grants more rights than the user who writes it has.
 *
 * @throws Refusal 403, 404
 */
export function checkGrant(requester: Requester | undefined, grant: Grant): void {
  if (requester?.bindings !== undefined) checkEscalation(requester.bindings, requester.user, grant);
}
