import { asapScheduler, defer, type Observable, of, switchMap, timer } from 'rxjs';
import { isTurnOver, nextTurn$ } from './event-loop.ts';

/** Emits at the end of the current task, and completes. In virtual time too: `TestScheduler` replaces the scheduler. */
export const taskEnd$: Observable<unknown> = timer(0, asapScheduler);

/**
 * Emits at the end of the current task, so that what one chunk of a body brings is collected; where slices have used up the turn
 * of the event loop, in a later turn. Completes.
 */
export const afterTask$: Observable<unknown> = defer(() =>
  taskEnd$.pipe(switchMap(() => (isTurnOver() ? nextTurn$ : of(undefined)))),
);
