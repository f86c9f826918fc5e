import { catchError, EMPTY, type Observable } from 'rxjs';
import { type ControllerName, reportFault } from './report-fault.ts';

/**
 * Runs a controller, or a part of its work. Reports an error of the work, and then completes, so that other controllers
 * continue.
 */
export function isolated(controller: ControllerName, work$: Observable<never>): Observable<never> {
  return work$.pipe(
    catchError((error: unknown) => {
      reportFault(controller, error);
      return EMPTY;
    }),
  );
}
