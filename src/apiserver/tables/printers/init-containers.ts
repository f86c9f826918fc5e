import type { Json } from '../../json.ts';
import { count, flag, has, list, listBy, text } from '../fields.ts';
import { isRestartable, later, type Progress, terminatedReason } from './containers.ts';

/** The table values of a pod that result from the init containers alone. */
export interface Initialisation extends Progress {
  /**
   * Whether the pod still waits for an init container. The pod waits for a sidecar only until the sidecar has started.
   */
  readonly initialising: boolean;
  /** The restarts of the sidecars: the init containers that keep running together with the regular containers. */
  readonly sidecars: Pick<Progress, 'restarts' | 'lastRestart'>;
}

/**
 * Returns the table values that result from the init containers of a pod. The loop ends at the first init container
 * that the pod still waits for.
 */
export function initialisation(object: Json, reason: string): Initialisation {
  const total = list(object, 'spec.initContainers').length;
  const specs = listBy(object, 'spec.initContainers', 'name');
  const all = { restarts: 0, lastRestart: '' };
  const sidecars = { restarts: 0, lastRestart: '' };
  let ready = 0;
  for (const [index, container] of list(object, 'status.initContainerStatuses').entries()) {
    const isSidecar = isRestartable(specs.get(container['name']));
    for (const tally of isSidecar ? [all, sidecars] : [all]) {
      tally.restarts += count(container, 'restartCount');
      tally.lastRestart = later(tally.lastRestart, container);
    }
    if (has(container, 'state.terminated') && count(container, 'state.terminated.exitCode') === 0) continue;
    if (isSidecar && flag(container, 'started')) {
      if (flag(container, 'ready')) ready++;
      continue;
    }
    const why = `Init:${whyNot(container, `${index}/${total}`)}`;
    return { reason: why, ready, ...all, sidecars, initialising: true };
  }
  return { reason, ready, ...all, sidecars, initialising: false };
}

function whyNot(container: Json, place: string): string {
  if (has(container, 'state.terminated')) return terminatedReason(container);
  const waiting = text(container, 'state.waiting.reason');
  return waiting === '' || waiting === 'PodInitializing' ? place : waiting;
}
