import type { Access } from '../access/access.ts';
import { authenticate } from '../access/authenticate.ts';
import { type Asked, authorize } from '../access/authorize.ts';
import { impersonated } from '../access/impersonate.ts';
import type { User } from '../access/user.ts';
import { flag } from '../query/list-query.ts';
import { withNameAskedFor } from './name-asked-for.ts';
import type { ApiRequest } from './request.ts';
import { type ResourcePath, resourcePath } from './route.ts';
import { type Verb, verbOf } from './verb.ts';

/** What a request asks for, and the user that it is made for: found once, from its head. */
export interface Sender {
  /** `undefined` where the path leads to no resource. */
  readonly path: ResourcePath | undefined;
  readonly verb: Verb | undefined;
  /** As the authorizer names it. */
  readonly asked: Asked;
  /** @throws Refusal 400, 401, 403, 431: why there is none */
  readonly user: () => User;
  /**
   * The user, once the authorizer has allowed this request. The server asks the authorizer once for each request, also where it
   * answers before the body has come.
   *
   * @throws Refusal 400, 401, 403, 431
   */
  readonly authorizedUser: () => User;
}

/** A request whose sender is known. */
export interface SentRequest extends ApiRequest {
  readonly sender: Sender;
}

/** Authenticates the client. Its rights to impersonate are looked at once, as in the real server before the body is read. */
export function withSender(access: Access, request: ApiRequest): SentRequest {
  const path = resourcePath(request.path);
  const verb = path && verbOf(request.method, path, flag(request.query, 'watch') === true);
  const route = path && withNameAskedFor(path, verb, request.query);
  const asked = { path: request.path, verb: verb ?? request.method.toLowerCase(), route };
  const user = outcomeOf(() => impersonated(access, request, authenticate(access, request), asked));
  const authorizedUser = once(() => {
    authorize(access, user(), asked);
    return user();
  });
  return { ...request, sender: { path, verb, asked, user, authorizedUser } };
}

/** Makes a value now; gives it, or throws the error, at each call. */
function outcomeOf<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Makes a value at the first call; gives it, or throws the error, at each call. */
function once<T>(make: () => T): () => T {
  let outcome: (() => T) | undefined;
  return () => (outcome ??= outcomeOf(make))();
}
