import { concat, defer, type Observable, of } from 'rxjs';
import { workInSlices } from '../../source/index.ts';
import type { ApiRequest } from './request.ts';

/** What work has come to. */
interface Outcome<R> {
  readonly value: R;
}

/**
 * Emits what a generator returns. For a request from a socket the generator runs in slices, and other requests are answered
 * where it yields. In this process it runs at once, because an answer there comes within the call.
 */
export function inSteps<R>({ sliced }: ApiRequest, steps: () => Generator<unknown, R>): Observable<R> {
  return defer(() => {
    const running = steps();
    let outcome: Outcome<R> | undefined;
    const work = (pause: () => boolean): boolean => {
      for (let step = running.next(); ; step = running.next()) {
        if (step.done === true) {
          outcome = step;
          return true;
        }
        if (pause()) return false;
      }
    };
    const result$ = defer(() => (outcome === undefined ? [] : of(outcome.value)));
    if (sliced === true) return concat(workInSlices(work), result$);
    work(() => false);
    return result$;
  });
}
