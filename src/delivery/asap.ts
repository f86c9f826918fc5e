import { asapScheduler, type Observable, timer } from 'rxjs';

/** At the end of the current task, so that what one chunk of a body brings is gathered (decided in virtual time too). */
export const asap$: Observable<unknown> = timer(0, asapScheduler);
