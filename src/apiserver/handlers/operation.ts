import { authorize } from '../access/authorize.ts';
import type { User } from '../access/user.ts';
import type { ApiRequest } from '../http/request.ts';
import type { ResourcePath } from '../http/route.ts';
import type { Requester } from '../registry/requester.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerContext } from '../server-context.ts';
import type { Form, View } from '../wire/form.ts';

/** An authorized request for a resource that exists. */
export interface Operation {
  readonly server: ServerContext;
  readonly request: ApiRequest;
  readonly user: User;
  readonly resource: Resource;
  readonly path: ResourcePath;
  readonly form: Form;
}

/** Returns the user that makes a write, and the authorization for the user. */
export function requesterOf({ server, user }: Operation): Requester {
  return { user, bindings: server.access.bindings, decide: server.access.decide };
}

/**
 * Checks the right to create an object. A PUT or an apply requires the right if the object does not exist.
 *
 * @throws Refusal 403, with the message for a POST
 */
export function authorizeCreate({ server, request, user, path }: Operation): void {
  authorize(server.access, user, { path: request.path, verb: 'create', route: path });
}

/** Returns the format of the objects in the response. */
export function viewOf({ server, resource, form }: Operation): View {
  return { resource, form, now: server.world.now };
}
