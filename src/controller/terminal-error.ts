import { KubeError } from '../objects/index.ts';

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
  /** @param options - `cause`: the error that made the run fail */
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super('fatal', message, { ...options, advice: 'correct the object: the next change starts a new run' });
  }
}
