import { ConnectionError, type KubeError, StatusError } from 'rx-informer';
import type { Refusal } from './step.ts';

/** Returns the error for a resourceVersion that the server has compacted. */
export const expired = (inStream = false): StatusError =>
  new StatusError({ code: 410, reason: 'Expired', message: 'too old resource version', inStream });

/** The value of the header `Retry-After`, in seconds. */
export const retryAfter = 7;

/**
 * Returns the error with which the server ends a request. For the fault `completes`, returns `undefined`: the request
 * completes without an error.
 */
export function errorOf(kind: Exclude<Refusal['kind'], 'hangs'>): KubeError | undefined {
  switch (kind) {
    case 'expired':
      return expired();
    case 'server error':
      return new StatusError({ code: 500, reason: 'InternalError' });
    case 'throttled':
      return new StatusError({ code: 429, reason: 'TooManyRequests', retryAfterSeconds: retryAfter });
    case 'unauthorized':
      return new StatusError({ code: 401, reason: 'Unauthorized' });
    case 'forbidden':
      return new StatusError({ code: 403, reason: 'Forbidden' });
    case 'not found':
      return new StatusError({ code: 404, reason: 'NotFound' });
    case 'reset':
      return new ConnectionError('ECONNRESET');
    case 'behind':
      return new StatusError({ code: 504, reason: 'Timeout', message: 'Too large resource version: 99' });
    case 'no streaming':
      return new StatusError({ code: 422, reason: 'Invalid', message: 'sendInitialEvents' });
    case 'completes':
      return undefined;
  }
}
