import type { Json } from '../../json.ts';
import { count, flag, has, list, listBy, text } from '../fields.ts';
import { isRestartable, later, type Progress, terminatedReason } from './containers.ts';

/** The progress of a pod according to its init containers. */
export interface Initialisation extends Progress {
  /** Whether at least one init container has not finished. */
  readonly initialising: boolean;
  /** The restarts of the init containers that keep running together with the other containers (sidecars). */
  readonly sidecars: Pick<Progress, 'restarts' | 'lastRestart'>;
}

/** Returns the progress up to the first init container that has not finished. */
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
