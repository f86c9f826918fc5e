import type { ResourcePath } from '../http/route.ts';
import type { Refusal } from '../status/refusal.ts';
import { forbidden, forbiddenPath } from '../status/refusals.ts';
import type { Access } from './access.ts';
import { type AccessAttributes, resourceText } from './attributes.ts';
import type { User } from './user.ts';

/** What is asked for: a resource, or another path. */
export interface Asked {
  readonly path: string;
  readonly verb: string;
  readonly route:
    (Omit<ResourcePath, 'version' | 'watch'> & Partial<Pick<ResourcePath, 'watch'>>) | undefined;
}

/**
 * Whether a user may.
 *
 * @throws Refusal 403, with the verb and the place in its message (P118, P119)
 */
export function authorize(access: Access, user: User, asked: Asked): void {
  if (!access.decide(attributesOf(user, asked)).allowed) throw forbiddenTo(user, asked);
}

/** What an authorizer is told. */
export function attributesOf({ name: user, groups }: User, { path, verb, route }: Asked): AccessAttributes {
  if (route === undefined) return { user, groups, verb, path };
  const { group, resource, subresource, name } = route;
  const namespace = namespaceOf(route, verb);
  return { user, groups, verb, path, group, resource, subresource, namespace, name };
}

/** The refusal of what was asked, in the words of the protocol. */
export function forbiddenTo({ name: user }: User, { path, verb, route }: Asked): Refusal {
  if (route === undefined) return forbiddenPath(user, verb, path);
  const { group, resource, subresource, name } = route;
  const namespace = namespaceOf(route, verb);
  const which = resourceText(resource, subresource);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const why = `User "${user}" cannot ${verb} resource "${which}" in API group "${group}" ${where}`;
  return forbidden(route, name, why);
}

/**
 * A namespace is in itself: a binding within it may give the right to read it, but not the right to create it by a PUT or
 * an apply. One that a list or a watch selects by its name is in no namespace.
 */
function namespaceOf(
  { group, resource, subresource, name, namespace, watch }: NonNullable<Asked['route']>,
  verb: string,
): string {
  const isNamespace = group === '' && resource === 'namespaces' && name !== '';
  const isSelected = verb === 'list' || (verb === 'watch' && !watch);
  return isNamespace && !isSelected && (verb !== 'create' || subresource !== '') ? name : namespace;
}
