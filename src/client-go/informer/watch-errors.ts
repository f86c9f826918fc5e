import type { KubeError } from '../../objects/index.ts';
import type { ReflectorStatus } from '../../reflector/index.ts';
import type { WatchErrorHandler } from './shared-informer-types.ts';
import { runGuarded } from '../../scheduling/index.ts';

/** Tells the handler, if there is one, what went wrong according to a status; what it throws ends nothing. */
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
