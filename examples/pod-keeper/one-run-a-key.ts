import { defer, endWith, groupBy, ignoreElements, merge, mergeMap, type Observable, retry } from 'rxjs';
import { type OperatorFunction, Subject, switchMap, tap, throttle, timer } from 'rxjs';

/**
 * Runs the work of each key that comes: once at a time, once more for all that came meanwhile, and again `lookAgain` ms
 * after the last of it. Work that fails is tried again, later each time. Tells what the work tells, and each failure.
 */
export function oneRunAKey(
  work: (key: string) => Observable<string>,
  lookAgain: number,
): OperatorFunction<string, string> {
  return (keys$) =>
    defer(() => {
      const told = new Subject<string>();
      const run = (key: string): Observable<string> =>
        defer(() => work(key)).pipe(
          tap((line) => told.next(line)),
          retry({
            delay: (error, times) => {
              const wait = Math.min(1000 * 2 ** (times - 1), 60_000);
              told.next(`${key} failed, again in ${wait} ms: ${String(error)}`);
              return timer(wait);
            },
          }),
          ignoreElements(),
          endWith(key), // lets the next run begin
        );
      const runs$ = keys$.pipe(
        groupBy((key) => key), // a group stays for each key that ever came: some hundred bytes, and a timer
        mergeMap((touches$) =>
          touches$.pipe(
            switchMap(() => timer(0, lookAgain)),
            throttle(() => run(touches$.key), { leading: true, trailing: true }),
          ),
        ),
      );
      return merge(told, runs$.pipe(ignoreElements()));
    });
}
