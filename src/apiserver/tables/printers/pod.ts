import type { Json } from '../../json.ts';
import { age, since } from '../age.ts';
import type { Cell } from '../cell.ts';
import { condition, count, flag, has, list, listBy, text } from '../fields.ts';
import { nameOf, none } from '../words.ts';
import { isRestartable, later, type Progress, terminatedReason } from './containers.ts';
import { type Initialisation, initialisation } from './init-containers.ts';

/**
 * Prints the table row of a pod, including the columns of `-o wide`. The cells `Ready`, `Status` and `Restarts` are
 * computed as in the kube-apiserver.
 */
export function pod(object: Json, now: number): readonly Cell[] {
  const sidecars = list(object, 'spec.initContainers').filter(isRestartable);
  const total = list(object, 'spec.containers').length + sidecars.length;
  const { reason, ready, restarts, lastRestart } = progress(object);
  const ago = restarts > 0 && lastRestart !== '' ? ` (${since(lastRestart, now)} ago)` : '';
  return [
    nameOf(object),
    `${ready}/${total}`,
    ending(object) ?? reason,
    `${restarts}${ago}`,
    age(object, now),
    text(list(object, 'status.podIPs')[0] ?? {}, 'ip', none),
    text(object, 'spec.nodeName', none),
    text(object, 'status.nominatedNodeName', none),
    readinessGates(object),
  ];
}

/**
 * Returns the conditions of the table row of a pod. The condition `Completed` marks a finished pod, and some clients
 * then show the row in grey.
 */
export function podConditions(object: Json): readonly object[] {
  const phase = text(object, 'status.phase');
  const message = completed[phase];
  return message === undefined ? [] : [{ type: 'Completed', status: 'True', reason: phase, message }];
}

const completed: Readonly<Record<string, string>> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
};

function progress(object: Json): Progress {
  const start = initialisation(object, initialReason(object));
  const initialised = condition(object, 'Initialized')?.['status'] === 'True';
  return start.initialising && !initialised ? start : running(object, start);
}

function initialReason(object: Json): string {
  const gated = list(object, 'status.conditions').some(
    ({ type, reason }) => type === 'PodScheduled' && reason === 'SchedulingGated',
  );
  return gated ? 'SchedulingGated' : text(object, 'status.reason', text(object, 'status.phase'));
}

/**
 * Computes the table values of a pod from its regular containers. The loop runs from the last container to the first,
 * so that the table shows the reason of the first container.
 */
function running(object: Json, start: Initialisation): Progress {
  let { reason, ready } = start;
  let { restarts, lastRestart } = start.sidecars;
  let runs = false;
  let failure = '';
  for (const container of list(object, 'status.containerStatuses').toReversed()) {
    restarts += count(container, 'restartCount');
    lastRestart = later(lastRestart, container);
    const waiting = text(container, 'state.waiting.reason');
    if (waiting !== '') reason = waiting;
    else if (has(container, 'state.terminated')) {
      reason = terminatedReason(container);
      if (count(container, 'state.terminated.exitCode') !== 0) failure = reason;
    } else if (flag(container, 'ready') && has(container, 'state.running')) {
      runs = true;
      ready++;
    }
  }
  if (reason === 'Completed') reason = whatRuns(object, runs) ?? (failure || (runs ? 'NotReady' : reason));
  return { reason, ready, restarts, lastRestart };
}

const whatRuns = (object: Json, runs: boolean): string | undefined =>
  runs && condition(object, 'Ready')?.['status'] === 'True' ? 'Running' : undefined;

function ending(object: Json): string | undefined {
  if (!has(object, 'metadata.deletionTimestamp')) return undefined;
  if (text(object, 'status.reason') === 'NodeLost') return 'Unknown';
  return ['Succeeded', 'Failed'].includes(text(object, 'status.phase')) ? undefined : 'Terminating';
}

function readinessGates(object: Json): string {
  const gates = list(object, 'spec.readinessGates');
  const conditions = listBy(object, 'status.conditions', 'type');
  const open = gates.filter((gate) => conditions.get(text(gate, 'conditionType'))?.['status'] === 'True');
  return gates.length === 0 ? none : `${open.length}/${gates.length}`;
}
