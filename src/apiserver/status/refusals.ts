import type { ResourceDefinition } from '../resources/resource-definition.ts';
import { Refusal } from './refusal.ts';
import { shownText } from './shown-value.ts';
import type { StatusDetails } from './status.ts';

type Which = Pick<ResourceDefinition, 'group' | 'resource'>;

/** `pods`, or `widgets.example.com`: how messages name a collection. */
function qualified({ group, resource }: Which): string {
  return group === '' ? resource : `${resource}.${group}`;
}

const about = ({ group, resource }: Which, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name: shownText(name) }),
  ...(group === '' ? {} : { group }),
  kind: resource,
});

/** `pods "a"`: how messages name an object. */
const named = (which: Which, name: string): string => `${qualified(which)} "${shownText(name)}"`;

/** The server said no, with the texts of the real one. */
export function badRequest(message: string): Refusal {
  return new Refusal({ code: 400, reason: 'BadRequest', message: shownText(message) });
}

/** No credentials, or bad ones: nothing more is told (P117). */
export function unauthorized(): Refusal {
  return new Refusal({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
}

/** A rule forbids it; `why` follows the name of the object. */
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

/** A path that belongs to no resource (P118). */
export function forbiddenPath(user: string, verb: string, path: string): Refusal {
  const message = `forbidden: User "${user}" cannot ${verb} path "${shownText(path)}"`;
  return new Refusal({ code: 403, reason: 'Forbidden', message, details: {} });
}

/** A WebSocket must say which page it comes from (P126). */
export function noOrigin(): Refusal {
  const message = 'forbidden: a WebSocket without an Origin';
  return new Refusal({ code: 403, reason: 'Forbidden', message, details: {} });
}

/** There is no such object (P27, P28). */
export function notFound(which: Which, name: string): Refusal {
  const message = `${named(which, name)} not found`;
  return new Refusal({ code: 404, reason: 'NotFound', message, details: about(which, name) });
}

/** There is no such resource or path (P30). */
export function nothingHere(): Refusal {
  const message = 'the server could not find the requested resource';
  return new Refusal({ code: 404, reason: 'NotFound', message, details: {} });
}

/** The resource has no such verb (P116). */
export function methodNotAllowed(): Refusal {
  const message = 'the server does not allow this method on the requested resource';
  return new Refusal({ code: 405, reason: 'MethodNotAllowed', message, details: {} });
}

/** Nothing that the client accepts can be made (P106). */
export function notAcceptable(isWatch: boolean): Refusal {
  const types = isWatch ? 'application/json;stream=watch' : 'application/json, application/yaml';
  return notAcceptableAs(`only the following media types are accepted: ${types}`);
}

/** None of the types that the client names is made at all. */
export function noRepresentation(types: readonly string[]): Refusal {
  const message = `406: Not Acceptable\n\nAvailable representations: ${types.join(', ')}`;
  return new Refusal({ code: 406, reason: 'NotAcceptable', message, details: {} });
}

/** The same, for a reason of its own. */
export function notAcceptableAs(message: string): Refusal {
  return new Refusal({ code: 406, reason: 'NotAcceptable', message });
}

/** The name is taken (P63), perhaps by an object that waits for its finalizers (P91). */
export function alreadyExists(which: Which, name: string, beingDeleted: boolean): Refusal {
  const message = `${beingDeleted ? 'object is being deleted: ' : ''}${named(which, name)} already exists`;
  return new Refusal({ code: 409, reason: 'AlreadyExists', message, details: about(which, name) });
}

/** Somebody else was faster, or a precondition does not hold (P76, P78, P90). */
export function conflict(which: Which, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${named(which, name)}: ${shownText(why)}`;
  return new Refusal({ code: 409, reason: 'Conflict', message, details: about(which, name) });
}

/** An apply would change what others own (P87). */
export function applyConflict(message: string, causes: NonNullable<StatusDetails['causes']>): Refusal {
  return new Refusal({ code: 409, reason: 'Conflict', message, details: { causes } });
}

/** A version or a token is older than the history (P21, P22, P36). */
export function expired(message: string, next?: string): Refusal {
  return new Refusal({
    code: 410,
    reason: 'Expired',
    message,
    ...(next === undefined ? {} : { continue: next }),
  });
}

/** The body is over the limit (P75). */
export function entityTooLarge(limit: number): Refusal {
  const message = `Request entity too large: limit is ${limit}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}

/** A value has more levels than functions can walk down. */
export function tooDeep(): Refusal {
  return badRequest('the object provided is unrecognized: exceeded max depth');
}

/** There are more values than can be worked on in a moment. */
export function tooManyValues(where: string, limit: number): Refusal {
  return tooLarge(`the ${where} has more than ${limit} values (members and items)`);
}

/** The request asks for more work than can be done in a moment. */
export function tooLarge(why: string): Refusal {
  const message = `Request entity too large: ${why}`;
  return new Refusal({ code: 413, reason: 'RequestEntityTooLarge', message });
}

/** The server is busy with others; in the words of the real server's limit of requests in flight. */
export function tooManyRequests(): Refusal {
  return new Refusal({
    code: 429,
    reason: 'TooManyRequests',
    message: 'Too many requests, please try again later.',
    details: { retryAfterSeconds: 1 },
  });
}

/** The body is of a type that the server does not read (P71, P82). */
export function unsupportedMediaType(accepted: readonly string[]): Refusal {
  const message = `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`;
  return new Refusal({ code: 415, reason: 'UnsupportedMediaType', message });
}

/** What the real server passes on as it is: reason and details are empty (P64). */
export function plainError(message: string): Refusal {
  return new Refusal({ code: 500, message: shownText(message) });
}

/** The server's own fault. */
export function internalError(why: string): Refusal {
  const message = `Internal error occurred: ${why}`;
  return new Refusal({
    code: 500,
    reason: 'InternalError',
    message,
    details: { causes: [{ message: why }] },
  });
}

/** A write took too long; it may have been done, or not. */
export function requestTimeout(): Refusal {
  const message = 'Timeout: request did not complete within the allotted timeout';
  return new Refusal({ code: 504, reason: 'Timeout', message, details: {} });
}

/** The server is behind the version asked for (P11, P45). */
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
