import { ConnectionError } from '../../objects/index.ts';
import { Refusal } from '../status/refusal.ts';
import type { Fault } from './fault.ts';

/** How both doors are told to break the connection off. */
export function reset(): ConnectionError {
  return new ConnectionError('the connection was reset, as a fault');
}

/** The refusal that a fault of type `status` stands for. */
export function statusOf({ code, reason, message, retryAfter }: Extract<Fault, { type: 'status' }>): Refusal {
  return new Refusal({
    code,
    message: message ?? `${code}, as a fault`,
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfter === undefined ? {} : { details: { retryAfterSeconds: retryAfter } }),
  });
}

/** What is said of a version that the history does not reach. */
export const tooOld = 'too old resource version, as a fault';
