import type { ResourcePath } from '../http/route.ts';
import { forbidden, forbiddenPath } from '../status/refusals.ts';
import type { Access } from './access.ts';
import type { AccessAttributes } from './attributes.ts';
import type { User } from './user.ts';

/**
 * Whether a user may.
 *
 * @throws Refusal 403, with the verb and the place in its message (P118, P119)
 */
export function authorize(
  { decide }: Access,
  path: string,
  { name: user, groups }: User,
  verb: string,
  route: Omit<ResourcePath, 'version' | 'watch'> | undefined,
): void {
  if (route === undefined) {
    if (!decide({ user, groups, verb, path }).allowed) throw forbiddenPath(user, verb, path);
    return;
  }
  const { group, resource, subresource, name } = route;
  // A namespace is in itself: who is given rights within it may be given the right to read it.
  const isNamespace = group === '' && resource === 'namespaces' && name !== '';
  const namespace = isNamespace ? name : route.namespace;
  const attributes: AccessAttributes = {
    user,
    groups,
    verb,
    path,
    group,
    resource,
    subresource,
    namespace,
    name,
  };
  if (decide(attributes).allowed) return;
  const which = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const why = `User "${user}" cannot ${verb} resource "${which}" in API group "${group}" ${where}`;
  throw forbidden(route, name, why);
}
