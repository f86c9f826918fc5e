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

/**
 * The target of a request, and the user of the request. The server determines the sender once, from the head of the
 * request.
 */
export interface Sender {
  /** The parsed path of the request. The path is `undefined` if it names no resource. */
  readonly path: ResourcePath | undefined;
  readonly verb: Verb | undefined;
  /** The target of the request, in the form that the authorizer receives. */
  readonly asked: RequestTarget;
  /**
   * Returns the user of the request.
   *
   * @throws Refusal 400, 401, 403, 431
   */
  readonly user: () => User;
  /**
   * Returns the user if the authorizer allows the request. The server calls the authorizer once per request, even if
   * the server answers before the body has arrived.
   *
   * @throws Refusal 400, 401, 403, 431
   */
  readonly authorizedUser: () => User;
}

/** A request together with its {@link Sender}. */
export interface SentRequest extends ApiRequest {
  readonly sender: Sender;
}

/**
 * Adds the sender to a request: authenticates the client, and checks the right of the client to impersonate. As in
 * kube-apiserver, the check runs once, before the server reads the body.
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

/**
 * Calls a function immediately. Each call of the returned function returns the same value, or throws the same error.
 */
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

/**
 * Calls a function at the first call of the returned function. Each call of the returned function returns the same
 * value, or throws the same error.
 */
function once<T>(make: () => T): () => T {
  let outcome: (() => T) | undefined;
  return () => (outcome ??= outcomeOf(make))();
}
