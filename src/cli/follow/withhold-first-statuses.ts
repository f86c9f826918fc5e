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

/** How long the first statuses are withheld, in ms. */
const patience = 1_000;

/**
 * Withholds the first statuses until the first list is complete, at most for {@link patience} ms. So a command that
 * fails at once prints only its error.
 */
export function withholdFirstStatuses(): MonoTypeOperatorFunction<InformerStatus> {
  return connect((status$) => {
    const released$ = merge(timer(patience), status$.pipe(filter(({ hasSynced }) => hasSynced)));
    return concat(status$.pipe(buffer(released$), take(1), mergeAll()), status$);
  });
}
