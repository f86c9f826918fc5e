import { authorize } from '../access/authorize.ts';
import type { User } from '../access/user.ts';
import type { ApiRequest } from '../http/request.ts';
import type { ResourcePath } from '../http/route.ts';
import type { Requester } from '../registry/requester.ts';
import type { Resource } from '../resources/resource.ts';
import type { ServerContext } from '../server-context.ts';
import type { Form, View } from '../wire/form.ts';

/** A request that has found its resource and may go ahead. */
export interface Operation {
  readonly server: ServerContext;
  readonly request: ApiRequest;
  readonly user: User;
  readonly resource: Resource;
  readonly path: ResourcePath;
  readonly form: Form;
}

/** Who writes. */
export function requesterOf({ server, user }: Operation): Requester {
  return { user, bindings: server.access.bindings, decide: server.access.decide };
}

/**
 * Checks the right to create, which a PUT or an apply of an object that is not there needs besides its own.
 *
 * @throws Refusal 403, in the words of one for a POST
 */
export function authorizeCreate({ server, request, user, path }: Operation): void {
  authorize(server.access, user, { path: request.path, verb: 'create', route: path });
}

/** To whom the objects are shown. */
export function viewOf({ server, resource, form }: Operation): View {
  return { resource, form, now: server.world.now };
}
