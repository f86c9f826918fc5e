import { forbidden, forbiddenPath, unauthorized } from '../status/refusals.ts';
import type { ApiRequest } from './request.ts';
import type { ResourcePath } from './route.ts';

/** Who wants to do what: all that an authorizer is told. */
export interface AccessAttributes {
  readonly user: string;
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`; a method for other paths. */
  readonly verb: string;
  readonly path: string;
  /** Absent for paths that lead to no resource. */
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

/** Who may come in, and what they may do. */
export interface Access {
  /** Users by token; none configured: anyone, as `system:anonymous`. */
  readonly tokens: ReadonlyMap<string, string>;
  readonly authorize: (attributes: AccessAttributes) => boolean;
}

/**
 * Who asks.
 *
 * @throws Refusal 401 (P117)
 */
export function authenticate({ tokens }: Access, request: ApiRequest): string {
  const { authorization } = request.headers;
  if (authorization === undefined && request.user !== undefined) return request.user;
  if (tokens.size === 0) return 'system:anonymous';
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  const user = token === undefined ? undefined : tokens.get(token);
  if (user === undefined) throw unauthorized();
  return user;
}

/**
 * Whether they may.
 *
 * @throws Refusal 403, with the verb and the place in its message (P118, P119)
 */
export function authorize(
  { authorize: allows }: Access,
  { path }: ApiRequest,
  user: string,
  verb: string,
  route: ResourcePath | undefined,
): void {
  if (route === undefined) {
    if (!allows({ user, verb, path })) throw forbiddenPath(user, verb, path);
    return;
  }
  const { group, resource, subresource, namespace, name } = route;
  if (allows({ user, verb, path, group, resource, subresource, namespace, name })) return;
  const which = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  throw forbidden(
    route,
    name,
    `User "${user}" cannot ${verb} resource "${which}" in API group "${group}" ${where}`,
  );
}
