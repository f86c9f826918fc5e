import { HandlerError, type ObjectKey } from '../objects/index.ts';
import { nameForHandler } from './handler-name.ts';
import type { ResourceEventHandler } from './resource-event-handler.ts';
import { reportUnhandledError, runGuarded } from '../scheduling/index.ts';

/** Tells a handler what went wrong with it; all the world, where it does not listen. */
export function reportTo<T>(
  handler: ResourceEventHandler<T>,
  where: string,
  key: ObjectKey | undefined,
  cause: unknown,
): void {
  const error = new HandlerError(where, key, cause, nameForHandler(handler));
  if (handler.onError === undefined) reportUnhandledError(error);
  else runGuarded(() => handler.onError?.(error));
}
