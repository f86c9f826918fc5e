import {
  buffer,
  concat,
  connect,
  filter,
  merge,
  mergeAll,
  type MonoTypeOperatorFunction,
  take,
  timer,
} from 'rxjs';
import type { InformerStatus } from '../../informer/index.ts';

/** So long a start may take before it is told how it goes, ms. */
const patience = 1_000;

/**
 * Keeps the first statuses back until the first list is complete or takes its time: a start that fails at once has one
 * thing to say.
 */
export function heldBack(): MonoTypeOperatorFunction<InformerStatus> {
  return connect((status$) => {
    const released$ = merge(timer(patience), status$.pipe(filter(({ hasSynced }) => hasSynced)));
    return concat(status$.pipe(buffer(released$), take(1), mergeAll()), status$);
  });
}
