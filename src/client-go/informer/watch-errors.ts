import type { KubeError } from '../../objects/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';
import { runGuarded } from '../../scheduling/index.ts';

/** Calls the handler with the error of a status. If the handler throws, RxJS reports the thrown error as unhandled. */
export function notifyWatchErrorHandler(
  status: ReflectorStatus,
  handler: WatchErrorHandler | undefined,
): void {
  const error = errorOf(status);
  if (error === undefined || handler === undefined) return;
  runGuarded(() => handler(error, status));
}

function errorOf(status: ReflectorStatus): KubeError | undefined {
  return status.phase === 'listing' || status.phase === 'watching' ? status.incident : status.error;
}
