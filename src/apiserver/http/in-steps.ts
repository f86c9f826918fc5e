import { concat, defer, type Observable, of } from 'rxjs';
import { workWithin } from '../time-budget.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { ApiRequest } from './request.ts';

/**
 * An object with the return value of a generator that has ended. Without the object, the return value `undefined` would
 * look like a generator that still runs.
 */
interface Outcome<R> {
  readonly value: R;
}

/**
 * Emits the return value of a generator. For a request from a socket, the generator runs within a time limit, and the
 * server can answer other requests at each `yield`. For an in-process request, the generator runs synchronously,
 * because an in-process request receives its response within the call.
 *
 * @param limit - the limit for generators that run at the same time; no limit applies to in-process requests
 */
export function inSteps<R>(
  { time }: { readonly time?: ApiRequest['time'] | undefined },
  steps: () => Generator<unknown, R>,
  limit?: ConcurrencyLimit,
): Observable<R> {
  const work$ = defer(() => {
    const running = steps();
    let outcome: Outcome<R> | undefined;
    const work = (leaveOff: () => boolean): boolean => {
      for (let step = running.next(); ; step = running.next()) {
        if (step.done === true) {
          outcome = step;
          return true;
        }
        if (leaveOff()) return false;
      }
    };
    const result$ = defer(() => (outcome === undefined ? [] : of(outcome.value)));
    if (time !== undefined) return concat(workWithin(time, work), result$);
    work(() => false);
    return result$;
  });
  return time === undefined || limit === undefined ? work$ : limit.run(time.client, work$);
}
