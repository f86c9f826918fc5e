import { defer, finalize, mergeMap, type Observable, startWith, Subject } from 'rxjs';
import type { KubeObject } from '../objects/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import type { LoggedRequest } from './logged-request.ts';

/** What a fake remembers of the requests that it was sent. A request is one when it is subscribed to. */
export interface Requests<R = LoggedRequest> {
  /** In the order of arrival. */
  readonly requests: readonly R[];
  /** Those that have neither ended nor been unsubscribed: empty where nothing was left open. */
  readonly openRequests: readonly R[];
  /** The log as a stream: on subscribing what is in it, then each request as it arrives; it never ends. */
  readonly requests$: Observable<R>;
}

/** A ListerWatcher that remembers what it was asked. */
export interface LoggedListerWatcher<T extends KubeObject> extends ListerWatcher<T>, Requests {}

/** The log, and how it is written. */
export interface Ledger<R> {
  readonly log: Requests<R>;
  /** Logs the request when it is subscribed to, then answers. */
  readonly logged: <V>(request: () => R, answer: () => Observable<V>) => Observable<V>;
}

export function createLedger<R>(): Ledger<R> {
  const requests: R[] = [];
  const openRequests: R[] = [];
  const arrived = new Subject<void>();
  /** A request that a subscriber sends because of another comes behind it, as in the log. */
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
