import { checkEscalation, type Grant } from '../access/rbac/escalation.ts';
import type { Access } from '../access/access.ts';
import type { User } from '../access/user.ts';

/** The client that sends a write. */
export interface Requester {
  readonly user: User;
  /**
   * The role bindings that grant rights to the user. `undefined` if the program that started the server passed its own
   * authorizer.
   */
  readonly bindings: Access['bindings'];
  /** Calls the authorizer for a further right that the write needs. */
  readonly decide: Access['decide'];
}

/**
 * Rejects a write of a role or a role binding that would grant more rights than the user has.
 *
 * @throws Refusal 403, 404
 */
export function checkGrant(requester: Requester | undefined, grant: Grant): void {
  if (requester?.bindings !== undefined) checkEscalation(requester.bindings, requester.user, grant);
}
