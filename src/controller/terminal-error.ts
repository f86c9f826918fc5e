import { KubeError, messageOf } from '../objects/index.ts';

/**
 * The error of a run that a retry cannot repair, for example a spec that is not valid. `reconcileByKey` does not retry
 * the key. The next change of the object starts a new run.
 *
 * @example
 * ```ts
 * const reconcile = ({ key }: ReconcileContext): void => {
 *   const deployment = deployments.store.get(key);
 *   if (deployment?.spec?.replicas === 0) throw new TerminalError(`${key}: spec.replicas must be 1 or more`);
 * };
 * ```
 */
export class TerminalError extends KubeError {
  /**
   * @param message - a text, or the error that made the run fail
   * @param options - `cause`: the error that made the run fail
   */
  constructor(message: string | Error, options: { readonly cause?: unknown } = {}) {
    super('fatal', messageOf(message), {
      ...(message instanceof Error && { cause: message }),
      ...options,
      advice: 'correct the object: the next change starts a new run',
    });
  }
}
