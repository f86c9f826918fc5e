import { ConnectionError } from '../../objects/index.ts';
import { Refusal } from '../status/refusal.ts';
import type { ServerFault } from './fault.ts';

/** Makes the error that resets the connection, over HTTP and in process. */
export function reset(): ConnectionError {
  return new ConnectionError('the connection was reset, as a fault');
}

/** Makes the refusal of a fault of type `refuse`. */
export function statusOf({
  status,
  reason,
  message,
  retryAfterSeconds,
}: Extract<ServerFault, { type: 'refuse' }>): Refusal {
  return new Refusal({
    code: status,
    message: message ?? `${status}, as a fault`,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } }),
  });
}

/** The message for a version that is older than the history. */
export const tooOld = 'too old resource version, as a fault';
