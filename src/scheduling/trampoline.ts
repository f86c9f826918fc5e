import { type Observable, queueScheduler, scheduled } from 'rxjs';

/** The delay of a `repeat` that goes on at once: the stack stays flat, however often it repeats. */
export const trampoline$: Observable<undefined> = scheduled([undefined], queueScheduler);
