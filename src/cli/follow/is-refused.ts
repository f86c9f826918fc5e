import type { WaitingStatus } from '../../reflector/index.ts';

/**
 * Whether a failure before the first complete list means that the command cannot succeed. A failure after the first
 * complete list can be temporary, because a request that succeeded once can succeed again.
 */
export function isRefused({ failure, attempt }: WaitingStatus): boolean {
  switch (failure) {
    case 'fatal':
    case 'forbidden':
    case 'notFound':
      return true;
    case 'unauthorized':
      return attempt > 1;
    default:
      return false;
  }
}
