import { catchError, EMPTY, type Observable } from 'rxjs';
import { type ControllerName, reportFault } from './report-fault.ts';

/** Runs a controller, or a part of its work. Reports an error, which ends nothing else. */
export function isolated(controller: ControllerName, work$: Observable<never>): Observable<never> {
  return work$.pipe(
    catchError((error: unknown) => {
      reportFault(controller, error);
      return EMPTY;
    }),
  );
}
