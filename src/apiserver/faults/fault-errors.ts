import { ConnectionError } from '../../objects/index.ts';
import { Refusal } from '../status/refusal.ts';
import type { ServerFault } from './fault.ts';

/** The error that breaks the connection off, over HTTP and in process. */
export function reset(): ConnectionError {
  return new ConnectionError('the connection was reset, as a fault');
}

/** The refusal that a fault of type `refuse` stands for. */
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

/** What is said of a version that the history does not reach. */
export const tooOld = 'too old resource version, as a fault';
