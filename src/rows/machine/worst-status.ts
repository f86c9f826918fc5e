import type { InformerStatus } from '../../informer/index.ts';

/**
 * Returns the status that says most about why a derived informer is not up to date. The order is: stopped, waiting,
 * listing, watching.
 */
export function worstStatus(statuses: readonly InformerStatus[]): InformerStatus {
  return statuses.reduce((worst, status) =>
    phases.indexOf(status.phase) < phases.indexOf(worst.phase) ? status : worst,
  );
}

const phases: readonly InformerStatus['phase'][] = ['stopped', 'waiting', 'listing', 'watching'];
