import { catchError, EMPTY, type Observable } from 'rxjs';
import { type ControllerName, reportFault } from './report-fault.ts';

/** A controller, or work of one, whose error is reported and ends nothing else. */
export function isolated(controller: ControllerName, work$: Observable<never>): Observable<never> {
  return work$.pipe(
    catchError((error: unknown) => {
      reportFault(controller, error);
      return EMPTY;
    }),
  );
}
