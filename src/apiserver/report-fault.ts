import { messageOf } from '../objects/index.ts';

/** The name of a controller of the server. Warnings contain the name. */
export type ControllerName =
  | 'definitions'
  | 'terminating pods'
  | 'namespaces'
  | 'aggregated roles'
  | 'events'
  | 'history'
  | 'garbage collector';

/**
 * Reports an unexpected error of a controller as a warning of the Node process. The server continues to run, and Node
 * prints the warning to stderr.
 */
export function reportFault(controller: ControllerName, error: unknown): void {
  const detail = error instanceof Error ? error.stack : undefined;
  process.emitWarning(`a controller of the API server (${controller}) failed: ${messageOf(error)}`, {
    type: 'ApiServerWarning',
    ...(detail === undefined ? {} : { detail }),
  });
}

/**
 * Runs the work of a controller for one object. Reports an error of the work, so that the controller continues with the
 * next object.
 *
 * @returns true if the work has succeeded
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
