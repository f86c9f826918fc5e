import { messageOf } from '../objects/index.ts';

/** A controller of the server, as its faults name it. */
export type ControllerName =
  | 'definitions'
  | 'terminating pods'
  | 'namespaces'
  | 'aggregated roles'
  | 'events'
  | 'history'
  | 'garbage collector';

/**
 * Reports an error that a controller does not expect, as a warning of the process: the server goes on serving, and the reader
 * of stderr sees what failed.
 */
export function reportFault(controller: ControllerName, error: unknown): void {
  const detail = error instanceof Error ? error.stack : undefined;
  process.emitWarning(`a controller of the API server (${controller}) failed: ${messageOf(error)}`, {
    type: 'ApiServerWarning',
    ...(detail === undefined ? {} : { detail }),
  });
}

/**
 * Does a controller's work on one object. An error is reported, so that the controller goes on with the next object.
 *
 * @returns whether the work was done
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
