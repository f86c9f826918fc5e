import { asapScheduler, defer, type Observable, of, switchMap, timer } from 'rxjs';
import { eventLoop$, isTurnOver } from '../store/index.ts';

/**
 * At the end of the current task, so that what one chunk of a body brings is gathered (decided in virtual time too); where the
 * slices of others have used up the turn of the event loop, in a later turn.
 */
export const asap$: Observable<unknown> = defer(() =>
  taskEnd$.pipe(switchMap(() => (isTurnOver() ? eventLoop$ : of(undefined)))),
);

const taskEnd$ = timer(0, asapScheduler);
