import type { ResourcePath } from '../http/route.ts';
import type { Refusal } from '../status/refusal.ts';
import { forbidden, forbiddenPath } from '../status/refusals.ts';
import type { Access } from './access.ts';
import { type AccessAttributes, resourceText } from './attributes.ts';
import type { User } from './user.ts';

/** The target of a request: a resource, or a path that names no resource. */
export interface RequestTarget {
  readonly path: string;
  readonly verb: string;
  readonly route:
    (Omit<ResourcePath, 'version' | 'watch'> & Partial<Pick<ResourcePath, 'watch'>>) | undefined;
}

/**
 * Checks that a user has the right to make a request.
 *
 * @throws Refusal 403; the message contains the verb, and the namespace or the cluster scope (P118, P119)
 */
export function authorize(access: Access, user: User, asked: RequestTarget): void {
  if (!access.decide(attributesOf(user, asked)).allowed) throw forbiddenTo(user, asked);
}

/** Returns the attributes of a request that the authorizer receives. */
export function attributesOf(
  { name: user, groups }: User,
  { path, verb, route }: RequestTarget,
): AccessAttributes {
  if (route === undefined) return { user, groups, verb, path };
  const { group, resource, subresource, name } = route;
  const namespace = namespaceOf(route, verb);
  return { user, groups, verb, path, group, resource, subresource, namespace, name };
}

/**
 * Creates the refusal of a request that the authorizer does not allow. The refusal has the message of kube-apiserver.
 */
export function forbiddenTo({ name: user }: User, { path, verb, route }: RequestTarget): Refusal {
  if (route === undefined) return forbiddenPath(user, verb, path);
  const { group, resource, subresource, name } = route;
  const namespace = namespaceOf(route, verb);
  const which = resourceText(resource, subresource);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const why = `User "${user}" cannot ${verb} resource "${which}" in API group "${group}" ${where}`;
  return forbidden(route, name, why);
}

/**
 * Returns the namespace in which the authorizer checks a request. A request for a Namespace object counts as a request
 * within this namespace. A binding within the namespace can therefore give the right to read the Namespace object. The
 * binding cannot give the right to create the Namespace object by a PUT or an apply. A list or a watch that selects a
 * Namespace object by name is a request at the cluster scope.
 */
function namespaceOf(
  { group, resource, subresource, name, namespace, watch }: NonNullable<RequestTarget['route']>,
  verb: string,
): string {
  const isNamespace = group === '' && resource === 'namespaces' && name !== '';
  const isSelected = verb === 'list' || (verb === 'watch' && !watch);
  return isNamespace && !isSelected && (verb !== 'create' || subresource !== '') ? name : namespace;
}
