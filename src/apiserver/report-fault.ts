import { messageOf } from '../objects/index.ts';

/** The name of a controller of the server in its warnings. */
export type ControllerName =
  | 'definitions'
  | 'terminating pods'
  | 'namespaces'
  | 'aggregated roles'
  | 'events'
  | 'history'
  | 'garbage collector';

/**
 * Reports an unexpected error of a controller as a warning of the process. The server keeps running, and stderr shows
 * the failure.
 */
export function reportFault(controller: ControllerName, error: unknown): void {
  const detail = error instanceof Error ? error.stack : undefined;
  process.emitWarning(`a controller of the API server (${controller}) failed: ${messageOf(error)}`, {
    type: 'ApiServerWarning',
    ...(detail === undefined ? {} : { detail }),
  });
}

/**
 * Does a controller's work on one object. Reports an error, so that the controller continues with the next object.
 *
 * @returns true if the work was done
 */
export function attempt(controller: ControllerName, work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    reportFault(controller, error);
    return false;
  }
}
