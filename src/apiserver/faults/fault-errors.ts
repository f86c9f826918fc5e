import { ConnectionError } from '../../objects/index.ts';
import { Refusal } from '../status/refusal.ts';
import type { ServerFault } from './fault.ts';

/** Creates the error that resets the connection. The same error applies to HTTP and to in-process requests. */
export function reset(): ConnectionError {
  return new ConnectionError('the connection was reset, as a fault');
}

/** Creates the refusal for a fault of type `refuse`. */
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

/** The message for a resourceVersion that is older than the history. */
export const tooOld = 'too old resource version, as a fault';
