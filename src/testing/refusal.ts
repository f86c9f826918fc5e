import { type Rule, StatusError, type StatusErrorInit } from '../objects/index.ts';

/**
 * Returns the `StatusError` of an API server for an HTTP status. The error has the reason and the message of
 * a real server.
 */
export function refusal(code: number, facts: Omit<StatusErrorInit, 'code'> = {}): StatusError {
  const [reason, message] = answers[code] ?? [];
  return new StatusError({
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(message === undefined ? {} : { message }),
    ...facts,
  });
}

export const aRefusal: Rule = {
  allowed: 'an HTTP status from 300 to 599',
  test: (given) => Number.isInteger(given) && (given as number) >= 300 && (given as number) <= 599,
};

/**
 * Returns the error 422 of a server that does not support streaming lists. After this error, a reflector
 * lists in pages.
 */
export function streamingRefused(): StatusError {
  const message = 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled';
  return new StatusError({
    code: 422,
    reason: 'Invalid',
    message: `ListOptions.meta.k8s.io "" is invalid: sendInitialEvents: Forbidden: ${message}`,
    causes: [{ reason: 'FieldValueForbidden', message: `Forbidden: ${message}`, field: 'sendInitialEvents' }],
  });
}

const answers: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'Unauthorized'],
  403: ['Forbidden', 'forbidden: this client may not do that'],
  404: ['NotFound', 'the server could not find the requested resource'],
  409: ['Conflict', 'Operation cannot be fulfilled: the object has been modified'],
  410: ['Expired', 'too old resource version'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: ['TooManyRequests', 'too many requests, please try again later'],
  500: ['InternalError', 'Internal error occurred'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: ['Timeout', 'Timeout: request did not complete within the allotted timeout'],
};
