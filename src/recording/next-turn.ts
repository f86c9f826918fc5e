import { type Observable, queueScheduler, scheduled } from 'rxjs';

/** At once, but never inside one another: lines that are there at once do not pile up on the stack. */
export const nextTurn$: Observable<void> = scheduled([undefined], queueScheduler);
