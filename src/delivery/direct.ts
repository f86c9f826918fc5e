import { Observable, type Subscriber } from 'rxjs';

/**
 * Some work that is given where its values go, and emits none itself; its end is the end, and unsubscribing ends it.
 *
 * By hand: each operator between the work and the subscriber would cost every value 20 to 30 ns.
 */
export function direct<T>(work: (outlet: Subscriber<T>) => Observable<never>): Observable<T> {
  return new Observable((subscriber) => work(subscriber).subscribe(subscriber));
}
