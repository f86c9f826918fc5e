import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { Refusal } from './refusal.ts';
import { shownText } from './shown-value.ts';
import type { StatusDetails } from './status.ts';

type Which = Pick<ResourceDefinition, 'group' | 'resource'>;

/** Returns the name of a resource for error messages, such as `pods` or `widgets.example.com`. */
function qualified({ group, resource }: Which): string {
  return group === '' ? resource : `${resource}.${group}`;
}

const about = ({ group, resource }: Which, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name: shownText(name) }),
  ...(group === '' ? {} : { group }),
  kind: resource,
});

/** Returns the name of an object for error messages, such as `pods "a"`. */
const named = (which: Which, name: string): string => `${qualified(which)} "${shownText(name)}"`;

/** Creates a 400 error. The caller passes a message of the kube-apiserver. */
export function badRequest(message: string): Refusal {
  return new Refusal({ code: 400, reason: 'BadRequest', message: shownText(message) });
}

/** Creates a 401 error for missing or invalid credentials. The response contains no `details` (P117). */
export function unauthorized(): Refusal {
  return new Refusal({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}

/** Creates a 403 error for an object or a collection. The message contains the name of the object, and then `why`. */
export function forbidden(
  which: Which,
  name: string,
  why: string,
  causes?: StatusDetails['causes'],
): Refusal {
  const subject = name === '' ? qualified(which) : named(which, name);
  return new Refusal({
    code: 403,
    reason: 'Forbidden',
    message: `${subject} is forbidden: ${why}`,
    details: { ...about(which, name), ...(causes === undefined ? {} : { causes }) },
  });
}

/** Creates a 403 error for a URL path that belongs to no resource (P118). */
export function forbiddenPath(user: string, verb: string, path: string): Refusal {
  const message = `forbidden: User "${user}" cannot ${verb} path "${shownText(path)}"`;
  return new Refusal({ code: 403, reason: 'Forbidden', message, details: {} });
}

/** Creates a 403 error for a WebSocket request without an `Origin` header (P126). */
export function noOrigin(): Refusal {
  const message = 'forbidden: a WebSocket without an Origin';
  return new Refusal({ code: 403, reason: 'Forbidden', message, details: {} });
}

/** Creates a 404 error for a missing object (P27, P28). */
export function notFound(which: Which, name: string): Refusal {
  const message = `${named(which, name)} not found`;
  return new Refusal({ code: 404, reason: 'NotFound', message, details: about(which, name) });
}

/** Creates a 404 error for an unknown resource or path (P30). */
export function unknownPath(): Refusal {
  const message = 'the server could not find the requested resource';
  return new Refusal({ code: 404, reason: 'NotFound', message, details: {} });
}

/** Creates a 405 error for a verb that the resource does not support (P116). */
export function methodNotAllowed(): Refusal {
  const message = 'the server does not allow this method on the requested resource';
  return new Refusal({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** Creates a 406 error for a request that accepts no media type of the server (P106). */
export function notAcceptable(isWatch: boolean): Refusal {
  const types = isWatch ? 'application/json;stream=watch' : 'application/json, application/yaml';
  return notAcceptableAs(`only the following media types are accepted: ${types}`);
}

/** Creates a 406 error that lists the media types that the server supports. */
export function noRepresentation(types: readonly string[]): Refusal {
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`;
  return new Refusal({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

export function notAcceptableAs(message: string): Refusal {
  return new Refusal({ code: 406, reason: 'NotAcceptable', message });
}

/**
 * Creates a 409 error for a create whose name exists already (P63). The message also says whether the existing object
 * is being deleted (P91).
 */
export function alreadyExists(which: Which, name: string, beingDeleted: boolean): Refusal {
  const message = `${beingDeleted ? 'object is being deleted: ' : ''}${named(which, name)} already exists`;
  return new Refusal({ code: 409, reason: 'AlreadyExists', message, details: about(which, name) });
}

/** Creates a 409 error for an old resourceVersion or a failed precondition (P76, P78, P90). */
export function conflict(which: Which, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${named(which, name)}: ${shownText(why)}`;
  return new Refusal({ code: 409, reason: 'Conflict', message, details: about(which, name) });
}

/** Creates a 409 error for a server-side apply that would change fields of other managers (P87). */
export function applyConflict(message: string, causes: NonNullable<StatusDetails['causes']>): Refusal {
  return new Refusal({ code: 409, reason: 'Conflict', message, details: { causes } });
}

/** Creates a 410 error for a resourceVersion or a continue token that is older than the history (P21, P22, P36). */
export function expired(message: string, next?: string): Refusal {
  return new Refusal({
    code: 410,
    reason: 'Expired',
    message,
    ...(next === undefined ? {} : { continue: next }),
  });
}

/** Creates a 413 error for a request body that is too large (P75). */
export function entityTooLarge(limit: number): Refusal {
  const message = `Request entity too large: limit is ${limit}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}

/** Creates a 400 error for a JSON value that is nested so deep that recursive functions would overflow the stack. */
export function tooDeep(): Refusal {
  return badRequest('the object provided is unrecognized: exceeded max depth');
}

/** Creates a 413 error for a JSON value with more members and items than the server can process in a short time. */
export function tooManyValues(where: string, limit: number): Refusal {
  return tooLarge(`the ${where} has more than ${limit} values (members and items)`);
}

/** Creates a 413 error for a request that needs more work than the server can do in a short time. */
export function tooLarge(why: string): Refusal {
  const message = `Request entity too large: ${why}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}

/**
 * Creates a 429 error for a busy server. The kube-apiserver sends the same message if too many requests are in flight.
 */
export function tooManyRequests(): Refusal {
  return new Refusal({
    code: 429,
    reason: 'TooManyRequests',
    message: 'Too many requests, please try again later.',
    details: { retryAfterSeconds: 1 },
  });
}

/** Creates a 415 error for a request body with an unsupported media type (P71, P82). */
export function unsupportedMediaType(accepted: readonly string[]): Refusal {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new Refusal({ code: 415, reason: 'UnsupportedMediaType', message });
}

/**
 * Creates a 500 error without a reason and details. The kube-apiserver sends such a response for an error that has no
 * HTTP status of its own (P64).
 */
export function plainError(message: string): Refusal {
  return new Refusal({ code: 500, message: shownText(message) });
}

export function internalError(why: string): Refusal {
  const message = `Internal error occurred: ${why}`;
  return new Refusal({
    code: 500,
    reason: 'InternalError',
    message,
    details: { causes: [{ message: why }] },
  });
}

/** Creates a 504 error for a write that took too long. The server may have stored the write. */
export function requestTimeout(): Refusal {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new Refusal({ code: 504, reason: 'Timeout', message, details: {} });
}

/** Creates a 504 error for a resourceVersion that the server has not reached (P11, P45). */
export function resourceVersionTooLarge(asked: string, current: number): Refusal {
  return new Refusal({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${shownText(asked)}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  });
}
