import { type Observable, queueScheduler, scheduled } from 'rxjs';

/** At once, but never inside one another: the stack stays flat, however many handlers complete at once. */
export const atOnce$: Observable<undefined> = scheduled([undefined], queueScheduler);
