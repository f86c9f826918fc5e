import type { Access } from '../access/access.ts';
import { authenticate } from '../access/authenticate.ts';
import type { Asked } from '../access/authorize.ts';
import { impersonated } from '../access/impersonate.ts';
import type { ApiRequest } from '../http/request.ts';
import { resourcePath } from '../http/route.ts';
import { verbOf } from '../http/verb.ts';
import { flag } from '../query/list-query.ts';
import { Refusal } from '../status/refusal.ts';

/** What a request is about, before it is answered. */
export interface RequestFacts {
  /** As the authorizer names it; the method in lower case where the path leads to no resource. */
  readonly verb: string;
  readonly group: string;
  /** The plural name; empty where the path leads to no resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** Absent where the credentials are no good. */
  readonly user?: string;
}

/** Takes a request apart as far as its sender is concerned; nothing is refused here. */
export function requestFacts(access: Access, request: ApiRequest): RequestFacts {
  const path = resourcePath(request.path);
  const { group = '', resource = '', subresource = '', namespace = '', name = '' } = path ?? {};
  const verb = path && verbOf(request.method, path, flag(request.query, 'watch') === true);
  const asked = { path: request.path, verb: verb ?? request.method.toLowerCase(), route: path };
  return {
    verb: asked.verb,
    group,
    resource,
    subresource,
    namespace,
    name,
    ...userOf(access, request, asked),
  };
}

function userOf(access: Access, request: ApiRequest, asked: Asked): { user?: string } {
  try {
    return { user: impersonated(access, request, authenticate(access, request), asked).name };
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
}
