import type { InformerStatus } from '../../informer/index.ts';

/**
 * Returns the status of an informer that has several inputs: the status of the input that is least up to date. The order
 * is: stopped, waiting, listing, watching. An input that has completed does not count while another input runs.
 *
 * The result has the sum of the `incidents`, but no `incident`, because the status of an input stays the same while other
 * inputs emit. With a single input, the result is the status of this input.
 */
export function combinedStatus(statuses: readonly InformerStatus[]): InformerStatus {
  const [only] = statuses;
  if (only !== undefined && statuses.length === 1) return only;
  const running = statuses.filter((status) => !hasCompleted(status));
  const worst = (running.length === 0 ? statuses : running).reduce((least, status) =>
    phases.indexOf(status.phase) < phases.indexOf(least.phase) ? status : least,
  );
  const incidents = statuses.reduce((sum, status) => sum + (status.incidents ?? 0), 0);
  return { ...withoutIncident(worst), ...(incidents > 0 && { incidents }) };
}

function hasCompleted(status: InformerStatus): boolean {
  return (
    status.phase === 'stopped' && status.hasSynced && status.error === undefined && status.disabled !== true
  );
}

function withoutIncident(status: InformerStatus): InformerStatus {
  if (!('incident' in status)) return status;
  const { incident: _, ...rest } = status;
  return rest;
}

const phases: readonly InformerStatus['phase'][] = ['stopped', 'waiting', 'listing', 'watching'];
