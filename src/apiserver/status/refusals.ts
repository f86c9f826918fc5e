import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { Refusal } from './refusal.ts';
import { shownText } from './shown-value.ts';
import type { StatusDetails } from './status.ts';

type Which = Pick<ResourceDefinition, 'group' | 'resource'>;

/** Returns the name of a collection for messages, such as `pods` or `widgets.example.com`. */
function qualified({ group, resource }: Which): string {
  return group === '' ? resource : `${resource}.${group}`;
}

const about = ({ group, resource }: Which, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name: shownText(name) }),
  ...(group === '' ? {} : { group }),
  kind: resource,
});

/** Returns the name of an object for messages, such as `pods "a"`. */
const named = (which: Which, name: string): string => `${qualified(which)} "${shownText(name)}"`;

/** Creates a 400. The message is the message of the kube-apiserver. */
export function badRequest(message: string): Refusal {
  return new Refusal({ code: 400, reason: 'BadRequest', message: shownText(message) });
}

/** Creates a 401 for missing or invalid credentials. The answer contains no details (P117). */
export function unauthorized(): Refusal {
  return new Refusal({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}

/** Creates a 403 for an object or a collection. In the message, `why` follows the name of the object. */
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

/** Creates a 403 for a path that belongs to no resource (P118). */
export function forbiddenPath(user: string, verb: string, path: string): Refusal {
  const message = `forbidden: User "${user}" cannot ${verb} path "${shownText(path)}"`;
  return new Refusal({ code: 403, reason: 'Forbidden', message, details: {} });
}

/** Creates a 403 for a WebSocket without an `Origin` header (P126). */
export function noOrigin(): Refusal {
  const message = 'forbidden: a WebSocket without an Origin';
  return new Refusal({ code: 403, reason: 'Forbidden', message, details: {} });
}

/** Creates a 404 for a missing object (P27, P28). */
export function notFound(which: Which, name: string): Refusal {
  const message = `${named(which, name)} not found`;
  return new Refusal({ code: 404, reason: 'NotFound', message, details: about(which, name) });
}

/** Creates a 404 for an unknown resource or path (P30). */
export function unknownPath(): Refusal {
  const message = 'the server could not find the requested resource';
  return new Refusal({ code: 404, reason: 'NotFound', message, details: {} });
}

/** Creates a 405 for a verb that the resource does not support (P116). */
export function methodNotAllowed(): Refusal {
  const message = 'the server does not allow this method on the requested resource';
  return new Refusal({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** Creates a 406 for a request that accepts no media type of the server (P106). */
export function notAcceptable(isWatch: boolean): Refusal {
  const types = isWatch ? 'application/json;stream=watch' : 'application/json, application/yaml';
  return notAcceptableAs(`only the following media types are accepted: ${types}`);
}

/** Creates a 406 that lists the media types of the server. The server can produce none of the requested media types. */
export function noRepresentation(types: readonly string[]): Refusal {
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`;
  return new Refusal({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

/** Creates a 406 with the given message. */
export function notAcceptableAs(message: string): Refusal {
  return new Refusal({ code: 406, reason: 'NotAcceptable', message });
}

/** Creates a 409 for a name that exists already (P63). The existing object may be waiting for its finalizers (P91). */
export function alreadyExists(which: Which, name: string, beingDeleted: boolean): Refusal {
  const message = `${beingDeleted ? 'object is being deleted: ' : ''}${named(which, name)} already exists`;
  return new Refusal({ code: 409, reason: 'AlreadyExists', message, details: about(which, name) });
}

/** Creates a 409 for an old resourceVersion or a failed precondition (P76, P78, P90). */
export function conflict(which: Which, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${named(which, name)}: ${shownText(why)}`;
  return new Refusal({ code: 409, reason: 'Conflict', message, details: about(which, name) });
}

/** Creates a 409 for an apply that would change fields of other managers (P87). */
export function applyConflict(message: string, causes: NonNullable<StatusDetails['causes']>): Refusal {
  return new Refusal({ code: 409, reason: 'Conflict', message, details: { causes } });
}

/** Creates a 410 for a resourceVersion or a continue token that is older than the history (P21, P22, P36). */
export function expired(message: string, next?: string): Refusal {
  return new Refusal({
    code: 410,
    reason: 'Expired',
    message,
    ...(next === undefined ? {} : { continue: next }),
  });
}

/** Creates a 413 for a body that is too large (P75). */
export function entityTooLarge(limit: number): Refusal {
  const message = `Request entity too large: limit is ${limit}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}

/** Creates the error for a value that is nested so deep that recursive functions would overflow the stack. */
export function tooDeep(): Refusal {
  return badRequest('the object provided is unrecognized: exceeded max depth');
}

/** Creates a 413 for a value that contains more values than the server can process in a short time. */
export function tooManyValues(where: string, limit: number): Refusal {
  return tooLarge(`the ${where} has more than ${limit} values (members and items)`);
}

/** Creates a 413 for a request that needs more work than the server can do in a short time. */
export function tooLarge(why: string): Refusal {
  const message = `Request entity too large: ${why}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}

/**
 * Creates a 429 for a busy server. The message is the message of the kube-apiserver for too many requests in flight.
 */
export function tooManyRequests(): Refusal {
  return new Refusal({
    code: 429,
    reason: 'TooManyRequests',
    message: 'Too many requests, please try again later.',
    details: { retryAfterSeconds: 1 },
  });
}

/** Creates a 415 for a body with a type that the server cannot read (P71, P82). */
export function unsupportedMediaType(accepted: readonly string[]): Refusal {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new Refusal({ code: 415, reason: 'UnsupportedMediaType', message });
}

/**
 * Creates a 500 without a reason and details, as the kube-apiserver does for an error that it returns unchanged (P64).
 */
export function plainError(message: string): Refusal {
  return new Refusal({ code: 500, message: shownText(message) });
}

/** Creates a 500 for an internal error. */
export function internalError(why: string): Refusal {
  const message = `Internal error occurred: ${why}`;
  return new Refusal({
    code: 500,
    reason: 'InternalError',
    message,
    details: { causes: [{ message: why }] },
  });
}

/** Creates a 504 for a write that took too long. The write may have changed the object. */
export function requestTimeout(): Refusal {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new Refusal({ code: 504, reason: 'Timeout', message, details: {} });
}

/** Creates a 504 for a resourceVersion that the server has not reached (P11, P45). */
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
