import { defer, finalize, mergeMap, type Observable, startWith, Subject } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import type { LoggedRequest } from './logged-request.ts';

/** The log of the requests that a source received. A request is logged when it is subscribed. */
export interface Requests<R = LoggedRequest> {
  /** All requests that the source received, in the order of arrival. */
  readonly requests: readonly R[];
  /** The requests that have neither ended nor been unsubscribed. The array is empty if no request is open. */
  readonly openRequests: readonly R[];
  /**
   * Emits all logged requests to a new subscriber, and then each new request. The Observable never completes.
   */
  readonly requests$: Observable<R>;
}

/** A ListerWatcher that logs its requests. */
export interface LoggedListerWatcher<T extends KubeObject> extends ListerWatcher<T>, Requests {}

/** A log of requests, and the function that writes the log. */
export interface Ledger<R> {
  readonly log: Requests<R>;
  /** Returns an Observable that logs the request at its subscription, and then subscribes to the answer. */
  readonly logged: <V>(request: () => R, answer: () => Observable<V>) => Observable<V>;
}

export function createLedger<R>(): Ledger<R> {
  const requests: R[] = [];
  const openRequests: R[] = [];
  const arrived = new Subject<void>();
  /**
   * Emits all requests of the log. A subscriber can send a new request while it receives an earlier request.
   * Each subscriber has its own index in the log, so all subscribers still get the requests in order.
   */
  const requests$ = defer(() => {
    let at = 0;
    function* unread(): Generator<R> {
      for (let entry = requests[at]; entry !== undefined; entry = requests[at]) {
        at++;
        yield entry;
      }
    }
    return arrived.pipe(startWith(undefined), mergeMap(unread));
  });
  return {
    log: { requests, openRequests, requests$ },
    logged: (request, answer) =>
      defer(() => {
        const entry = request();
        requests.push(entry);
        openRequests.push(entry);
        arrived.next();
        return defer(answer).pipe(finalize(() => openRequests.splice(openRequests.indexOf(entry), 1)));
      }),
  };
}
