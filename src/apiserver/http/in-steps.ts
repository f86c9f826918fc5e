import { concat, defer, type Observable, of } from 'rxjs';
import { workWithin } from '../time-budget.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { ApiRequest } from './request.ts';

/** What work has come to. */
interface Outcome<R> {
  readonly value: R;
}

/**
 * Emits what a generator returns. For a request from a socket the generator runs while there is time, and other requests are
 * answered where it yields. In this process it runs at once, because an answer there comes within the call.
 *
 * @param limit - how many of these generators run at the same time; in this process all of them do
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
