import type { Access } from '../access/access.ts';
import { authenticate } from '../access/authenticate.ts';
import { type RequestTarget, authorize } from '../access/authorize.ts';
import { impersonated } from '../access/impersonate.ts';
import type { User } from '../access/user.ts';
import { flag } from '../query/list-query.ts';
import { withSelectedName } from './selected-name.ts';
import type { ApiRequest } from './request.ts';
import { type ResourcePath, resourcePath } from './route.ts';
import { type Verb, verbOf } from './verb.ts';

/** The target of a request, and the user for whom it is made: determined once, from the head of the request. */
export interface Sender {
  /** `undefined` if the path names no resource. */
  readonly path: ResourcePath | undefined;
  readonly verb: Verb | undefined;
  /** The target in the terms of the authorizer. */
  readonly asked: RequestTarget;
  /**
   * Returns the user.
   *
   * @throws Refusal 400, 401, 403, 431
   */
  readonly user: () => User;
  /**
   * Returns the user, once the authorizer has allowed this request. Calls the authorizer once for each request, also if
   * the server answers before the body has arrived.
   *
   * @throws Refusal 400, 401, 403, 431
   */
  readonly authorizedUser: () => User;
}

/** A request with a known sender. */
export interface SentRequest extends ApiRequest {
  readonly sender: Sender;
}

/**
 * Authenticates the client of a request. Checks its right to impersonate once, as kube-apiserver does before it reads
 * the body.
 */
export function withSender(access: Access, request: ApiRequest): SentRequest {
  const path = resourcePath(request.path);
  const verb = path && verbOf(request.method, path, flag(request.query, 'watch') === true);
  const route = path && withSelectedName(path, verb, request.query);
  const asked = { path: request.path, verb: verb ?? request.method.toLowerCase(), route };
  const user = outcomeOf(() => impersonated(access, request, authenticate(access, request), asked));
  const authorizedUser = once(() => {
    authorize(access, user(), asked);
    return user();
  });
  return { ...request, sender: { path, verb, asked, user, authorizedUser } };
}

/** Makes a value now. The returned function returns the value, or throws the error, at each call. */
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

/** Makes a value at the first call. The returned function returns the value, or throws the error, at each call. */
function once<T>(make: () => T): () => T {
  let outcome: (() => T) | undefined;
  return () => (outcome ??= outcomeOf(make))();
}
